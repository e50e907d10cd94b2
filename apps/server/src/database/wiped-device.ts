/** Whether the row `device` of the table of devices has confirmed a wipe and has not been registered again. */
export const isWipedSql = (device: string) =>
  `exists (select from device_wipe w where w.device_id = ${device}.device_id and w.confirmed_on > ${device}.registered_on)`;
