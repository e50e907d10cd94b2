import { useEffect, useState } from "react";
import { type DemoLogin, readDemoLogins } from "../../phone/demo.ts";
import { useDevice } from "../../phone/device.tsx";
import { Card } from "../../ui/card.tsx";
import { RowButton, Rows } from "../../ui/rows.tsx";
import { strings } from "./strings.ts";

/** Lists the demo logins. Draws nothing unless the server has demo data. */
export function DemoLogins(props: { asksPin: boolean; onChoose: (login: DemoLogin) => void }) {
  const device = useDevice();
  const [logins, setLogins] = useState<readonly DemoLogin[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void readDemoLogins(device).then((read) => {
      // Office users sign in to the office app.
      if (isCurrent) setLogins(read.filter((login) => !login.role.startsWith("Office")));
    });
    return () => {
      isCurrent = false;
    };
  }, [device]);
  if (logins.length === 0) return null;
  return (
    <Card title={strings().demo}>
      <Rows label={strings().demo}>
        {logins.map((login) => (
          <RowButton
            key={login.email}
            icon="user"
            label={login.role}
            detail={props.asksPin ? login.email : `${login.email}\n${login.password}`}
            end={null}
            onClick={() => props.onChoose(login)}
          />
        ))}
      </Rows>
    </Card>
  );
}
