import { listKeys } from "@fieldfare/domain";
import { type ComponentType, type ReactNode, useState } from "react";
import { Banner, EmptyState } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card, Stack } from "../ui/card.tsx";
import { callLink, ContactLink, mailLink, routeLink } from "../ui/contact-link.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { ChoiceButtons, ChoiceField, ChoiceGroup, Select } from "../ui/choice-field.tsx";
import {
  FieldError,
  FieldFrame,
  FieldHint,
  PasswordField,
  PinField,
  Switch,
  TextArea,
  TextField,
} from "../ui/field.tsx";
import { FieldGroup } from "../ui/field-group.tsx";
import { FileField } from "../ui/file-field.tsx";
import { Form, useForm } from "../ui/form.tsx";
import { Icon, shapes } from "../ui/icon.tsx";
import { AppLink } from "../ui/link.tsx";
import { LoadingIndicator, Progress, Skeleton } from "../ui/loading.tsx";
import { LongList } from "../ui/long-list.tsx";
import { NonBreakingText } from "../ui/non-breaking-text.tsx";
import { Picker } from "../ui/picker.tsx";
import { RecordCard, RecordGroup, RecordLine } from "../ui/record-card.tsx";
import { RowButton, RowLink, Rows, RowText } from "../ui/rows.tsx";
import { SignatureCanvas } from "../ui/signature-canvas.tsx";
import { SignatureImage } from "../ui/signature-image.tsx";
import { SignaturePad } from "../ui/signature-pad.tsx";
import { StepHeading } from "../ui/step-heading.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./catalogue.module.css";

const longWord = "Kesselraumaussentemperaturfühlerverlängerungskabel";
const longText = `A long text wraps, and so does a long word: ${longWord}. The reference WO-2211/C1 stays whole.`;
const arabicName = "فاطمة الزهراء";
const addresses = ["1 High Street", "2 High Street", "14 Long Row, Horsforth, Leeds"] as const;
const error = "Please enter this: the office needs it.";
const hint = "A hint says what to enter.";

/** The parts that fit into a page, by the name of the exported component, each with its states. */
export const parts: Readonly<Record<string, ComponentType>> = {
  AppLink: () => <AppLink to="/">A link within the app</AppLink>,

  Banner: () => (
    <>
      {(["info", "good", "warn", "danger"] as const).map((tone) => (
        <Banner key={tone} tone={tone} title={`Banner: ${tone}`}>
          <p>{longText}</p>
        </Banner>
      ))}
      <Banner tone="warn">
        <p>A banner with an action, without a title</p>
        <Button icon="refresh">Try again</Button>
      </Banner>
    </>
  ),

  Button: () => (
    <>
      <Examples>
        {(["secondary", "plain", "danger"] as const).map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button icon="pencil">With an icon</Button>
        <Button icon="close" label="Only an icon" />
        <Button disabled>Disabled</Button>
        <Button busy="Busy" />
        <Button kind="danger" disabled>
          Danger, disabled
        </Button>
      </Examples>
      <Button wide>{longText}</Button>
      <Button kind="main">Main</Button>
      <Button kind="main" disabled>
        Main, disabled
      </Button>
      <Button kind="main" busy="Main, busy" />
      <div className={styles.header}>
        <Button kind="header" icon="camera" label="Header" />
        <Button kind="header" icon="camera" label="Header, disabled" disabled />
      </div>
    </>
  ),

  ButtonLink: () => (
    <Examples>
      <ButtonLink to="/" icon="plus">
        Link as a button
      </ButtonLink>
      <ButtonLink to="/" kind="main">
        Link as the main button
      </ButtonLink>
    </Examples>
  ),

  Card: () => (
    <>
      <Card title="Card">
        <p>{longText}</p>
      </Card>
      <Card current>
        <p>The card of the current item, without a title</p>
      </Card>
    </>
  ),

  ChoiceButtons: () => (
    <>
      <Held<string | null> initial={"yes"}>
        {(value, onChange) => (
          <ChoiceButtons
            name="choice"
            label="Two short choices, can be cleared"
            value={value}
            choices={yesNo}
            onChange={onChange}
            onClear={() => onChange(null)}
          />
        )}
      </Held>
      <Held<string | null> initial={null}>
        {(value, onChange) => (
          <ChoiceButtons
            name="choice-error"
            label="Nothing chosen, with an error"
            hint={hint}
            error={error}
            value={value}
            choices={[...yesNo, { value: "other", text: longText }]}
            onChange={onChange}
          />
        )}
      </Held>
      <ChoiceButtons
        name="choice-disabled"
        label="Disabled"
        value="yes"
        choices={yesNo}
        onChange={ignore}
        disabled
      />
    </>
  ),

  ChoiceGroup: () => (
    <ChoiceGroup label="Fields of a group with one label" describedBy={undefined}>
      <p>{longText}</p>
    </ChoiceGroup>
  ),

  ChoiceField: () => (
    <>
      <Held<string | null> initial={null}>
        {(value, onChange) => (
          <ChoiceField
            name="few"
            label="Up to four choices"
            value={value}
            choices={yesNo}
            onChange={onChange}
          />
        )}
      </Held>
      <Held<string | null> initial={null}>
        {(value, onChange) => (
          <ChoiceField
            name="many"
            label="More than four choices"
            value={value}
            choices={days}
            onChange={onChange}
          />
        )}
      </Held>
    </>
  ),

  ContactLink: () => (
    <Examples>
      <ContactLink
        icon="phone"
        href={callLink("01130000000")}
        label={`Call ${arabicName}`}
        text={arabicName}
      />
      <ContactLink
        icon="mail"
        href={mailLink("a@example.org")}
        label={`Email ${longWord}@example.org`}
        text={`${longWord}@example.org`}
      />
      <ContactLink
        icon="map-pin"
        href={routeLink({ latitude: 53.8, longitude: -1.5 })}
        label="Navigate"
        leavesApp
      />
    </Examples>
  ),

  DescriptionList: () => (
    <DescriptionList
      items={[
        ["Name", "Value"],
        ["A name in another script", arabicName],
        ["A long value", longText],
        ["Several lines", "First line\nSecond line"],
      ]}
    />
  ),

  EmptyState: () => (
    <EmptyState icon="parts" title="No parts found">
      Select 'Add' to enter one
    </EmptyState>
  ),

  FieldError: () => <FieldError id="field-error" error={longText} />,

  FieldFrame: () => (
    <FieldFrame name="frame" label="Any control" hint={hint} error={error}>
      {(aria) => <input {...aria} type="range" />}
    </FieldFrame>
  ),

  FieldHint: () => <FieldHint id="field-hint" hint={longText} />,

  FieldGroup: () => (
    <FieldGroup name="group" label="Several controls" error={error}>
      <Examples>
        <Button icon="camera">Take photo</Button>
        <Button icon="file">Choose photos</Button>
      </Examples>
    </FieldGroup>
  ),

  FileField: () => (
    <>
      <FileField name="file" label="File" value={null} onChange={ignore} />
      <FileField
        name="file-error"
        label="With an error"
        value={null}
        onChange={ignore}
        error={error}
      />
      <FileField name="file-disabled" label="Disabled" value={null} onChange={ignore} disabled />
    </>
  ),

  Form: FormExample,

  Icon: () => (
    <Examples>
      {listKeys(shapes).map((name) => (
        <Icon key={name} name={name} label={name} />
      ))}
    </Examples>
  ),

  LoadingIndicator: () => (
    <>
      <LoadingIndicator active />
      <LoadingIndicator active label="Searching the catalogue" />
    </>
  ),

  LongList: () => (
    <LongList name="catalogue" rows={addresses} getKey={(address) => address} estimate={() => 60}>
      {(address) => <RecordCard title={address} />}
    </LongList>
  ),

  NonBreakingText: () => (
    <p>
      <NonBreakingText>{longText}</NonBreakingText>
    </p>
  ),

  PasswordField: () => (
    <>
      <Held initial="Fieldfare">
        {(value, onChange) => (
          <PasswordField name="password" label="Password" value={value} onChange={onChange} />
        )}
      </Held>
      <PasswordField
        name="password-error"
        label="With an error"
        value=""
        onChange={ignore}
        error={error}
      />
    </>
  ),

  Picker: () => (
    <>
      <Held<string | null> initial={null}>
        {(value, onChange) => (
          <Picker<string>
            name="address"
            label="Search, opens with all choices"
            hint={hint}
            none="No matching addresses found"
            isOpenEmpty
            value={value}
            onChange={onChange}
            search={async (typed) => addresses.filter((address) => address.includes(typed))}
            line={(address) => ({ key: address, label: address, detail: "Leeds" })}
          />
        )}
      </Held>
      <Held<string | null> initial={longText}>
        {(value, onChange) => (
          <Picker<string>
            name="picked"
            label="Chosen"
            none="No matches found"
            value={value}
            onChange={onChange}
            search={async () => []}
            line={(text) => ({ key: text, label: text, detail: "Its detail" })}
          />
        )}
      </Held>
      <Picker<string>
        name="picker-error"
        label="Nothing chosen, with an error"
        none="No matches found"
        error={error}
        value={null}
        onChange={ignore}
        search={async () => {
          throw new Error("The search failed");
        }}
        line={(text) => ({ key: text, label: text })}
      />
    </>
  ),

  PinField: () => (
    <Held initial="123456">
      {(value, onChange) => (
        <PinField name="pin" label="PIN" value={value} onChange={onChange} error={error} />
      )}
    </Held>
  ),

  Progress: () => (
    <>
      <Progress label="A known share" done={30} total={80} />
      <Progress label="The total is not known" done={30} total={null} />
      <Progress label="Done" done={80} total={80} />
    </>
  ),

  RecordCard: () => (
    <>
      <RecordCard to="/" title="A record that can be opened" mark="Exact">
        <RecordLine>
          <span>Quantity 2</span>
          <span>Van stock</span>
        </RecordLine>
      </RecordCard>
      <RecordCard title={longText} mark="Requested">
        <RecordLine>
          <span dir="auto">{arabicName}</span>
        </RecordLine>
      </RecordCard>
    </>
  ),

  RecordGroup: () => <RecordGroup title="Preordered" count={12} />,

  RecordLine: () => (
    <RecordCard title="A record">
      <RecordLine>
        <span>Code 4411</span>
        <span>Quantity 1.5</span>
        <span>{longText}</span>
      </RecordLine>
    </RecordCard>
  ),

  RowButton: () => (
    <Rows label="Rows that act">
      <RowButton label="A row that acts" detail="With a detail" icon="refresh" onClick={ignore} />
      <RowButton label={longText} end={<Icon name="check" />} onClick={ignore} />
    </Rows>
  ),

  RowLink: () => (
    <Rows label="Rows that lead to a screen">
      <RowLink to="/" label="A row with a count" icon="parts" count={3} />
      <RowLink to="/" label="A row" detail={longText} />
    </Rows>
  ),

  Rows: () => (
    <Rows label="One row">
      <RowText label="A list of one row" />
    </Rows>
  ),

  RowText: () => (
    <Rows label="Rows that inform">
      <RowText label="A row that informs" detail={"Two lines\nof detail"} icon="info" />
      <RowText label="A row that does not open" detail="Its detail says why." icon="lock" off />
    </Rows>
  ),

  Select: () => (
    <>
      <Held<string | null> initial={"mon"}>
        {(value, onChange) => (
          <Select
            name="day"
            label="A choice that can be cleared"
            value={value}
            choices={days}
            onChange={onChange}
            onClear={() => onChange(null)}
          />
        )}
      </Held>
      <Select
        name="long"
        label="A long choice"
        value="long"
        choices={[{ value: "long", text: longText }]}
        onChange={ignore}
      />
      <Select
        name="select-error"
        label="Nothing chosen, with an error"
        value={null}
        choices={days}
        onChange={ignore}
        error={error}
      />
      <Select
        name="select-disabled"
        label="Disabled, no choices yet"
        value={null}
        choices={[]}
        onChange={ignore}
        disabled
      />
    </>
  ),

  SignatureCanvas: () => (
    <Held<string | null> initial={null}>
      {(value, onChange) => (
        <SignatureCanvas name="canvas" label="Signature" value={value} onChange={onChange} />
      )}
    </Held>
  ),

  SignatureImage: () => (
    <>
      <SignatureImage
        name="image"
        label="Signature from another form"
        url={onePixel}
        isTakenOver
        onSignAgain={ignore}
      />
      <SignatureImage
        name="unfinished"
        label="Signature that was not finished"
        url={onePixel}
        error="Please sign"
        onUse={ignore}
        onSignAgain={ignore}
      />
    </>
  ),

  SignaturePad: () => (
    <SignaturePad
      name="pad"
      label="Signature, with an error"
      value={null}
      onChange={ignore}
      error="Please sign"
    />
  ),

  Skeleton: () => <Skeleton cards={2} />,

  StepHeading: () => <StepHeading title="Property heating" position="Step 2 of 5" />,

  Stack: () => (
    <Stack>
      <p>First</p>
      <p>Second</p>
    </Stack>
  ),

  Switch: () => (
    <>
      <Held<boolean> initial>
        {(value, onChange) => (
          <Switch name="switch" label="A switch that is on" value={value} onChange={onChange} />
        )}
      </Held>
      <Switch
        name="switch-error"
        label={longText}
        value={false}
        onChange={ignore}
        hint={hint}
        error={error}
      />
      <Switch name="switch-disabled" label="Disabled" value onChange={ignore} disabled />
    </>
  ),

  TextArea: () => (
    <>
      <Held initial={longText}>
        {(value, onChange) => (
          <TextArea
            name="area"
            label="Long text"
            value={value}
            onChange={onChange}
            maxLength={130}
          />
        )}
      </Held>
      <TextArea
        name="area-long"
        label="Too long"
        isShort
        value={longText}
        onChange={ignore}
        maxLength={20}
      />
      <TextArea
        name="area-error"
        label="Short, with an error"
        isShort
        value=""
        onChange={ignore}
        error={error}
      />
      <TextArea
        name="area-disabled"
        label="Disabled"
        isShort
        value={arabicName}
        onChange={ignore}
        disabled
      />
    </>
  ),

  TextField: () => (
    <>
      <Held initial={arabicName}>
        {(value, onChange) => (
          <TextField name="text" label="Text" value={value} onChange={onChange} hint={hint} />
        )}
      </Held>
      <Held initial="2026-01-31">
        {(value, onChange) => (
          <TextField name="date" label="Date" type="date" value={value} onChange={onChange} />
        )}
      </Held>
      <TextField name="time" label="Time" type="time" value="09:30" onChange={ignore} />
      <TextField name="text-error" label="With an error" value="" onChange={ignore} error={error} />
      <TextField name="text-read" label="Read-only" value={longText} onChange={ignore} readOnly />
      <TextField
        name="text-disabled"
        label="Disabled"
        value="Disabled"
        onChange={ignore}
        disabled
      />
    </>
  ),

  VisuallyHidden: () => (
    <p>
      The sentence ends here.<VisuallyHidden> Screen readers also read this.</VisuallyHidden>
    </p>
  ),
};

const onePixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const yesNo = [
  { value: "yes", text: "Yes" },
  { value: "no", text: "No" },
];

const days = [
  { value: "mon", text: "Monday" },
  { value: "tue", text: "Tuesday" },
  { value: "wed", text: "Wednesday" },
  { value: "thu", text: "Thursday" },
  { value: "fri", text: "Friday" },
];

function ignore(): void {}

function Examples({ children }: { children: ReactNode }) {
  return <div className={styles.examples}>{children}</div>;
}

/** Holds the value of a field, so that the example can be used. */
function Held<V>(props: {
  initial: V;
  children: (value: V, onChange: (value: V) => void) => ReactNode;
}) {
  const [value, setValue] = useState(props.initial);
  return props.children(value, setValue);
}

function FormExample() {
  const form = useForm({
    initial: { name: "", agreed: false },
    check: ({ name, agreed }) => ({
      ...(name.trim() === "" && { name: error }),
      ...(!agreed && { agreed: error }),
    }),
    onSubmit: ignore,
  });
  return (
    <Card>
      <Form form={form}>
        <TextField label="Submit shows the errors and goes to the first" {...form.field("name")} />
        <Switch label="I agree" {...form.field("agreed")} />
        <Button type="submit" wide>
          Submit
        </Button>
      </Form>
    </Card>
  );
}
