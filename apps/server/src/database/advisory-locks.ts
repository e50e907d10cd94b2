/**
 * The numbers of the advisory locks that servers of one database take. They are arbitrary, but each is different: a
 * server that holds one and waits for the same number on another connection would wait for itself.
 */
export const advisoryLock = {
  migrations: 4_600_001,
  demo: 4_600_002,
  audit: 4_600_003,
  accounts: 4_600_004,
  forms: 4_600_005,
  training: 4_600_006,
  events: 4_600_007,
  webhooks: 4_600_008,
  settings: 4_600_009,
  reportingExports: 4_600_010,
  apiClients: 4_600_011,
} as const;
