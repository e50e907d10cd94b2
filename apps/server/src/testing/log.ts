type Line = Record<string, unknown>;

/** Collects the lines of a server's log; `config` is for the server that writes it. */
export function aLog() {
  const lines: string[] = [];
  const read = () => lines.map((line) => JSON.parse(line) as Line);
  return {
    lines,
    config: { logLevel: "trace", logStream: { write: (line: string) => lines.push(line) } },
    read,
    requests: () => read().filter(({ route }) => route !== undefined),
  };
}
