import { Card } from "../../ui/card.tsx";
import { ChoiceButtons } from "../../ui/choice-field.tsx";
import { chooseTheme, themeChoices, useThemeChoice } from "../../ui/theme.ts";
import { strings } from "./strings.ts";

/** The engineer chooses the colours of the app. They change at once, in this browser only. */
export function ThemeSwitch() {
  const choice = useThemeChoice();
  return (
    <Card>
      <ChoiceButtons
        name="theme"
        label={strings().themeTitle}
        choices={themeChoices.map((value) => ({ value, text: strings().themes[value] }))}
        value={choice}
        onChange={chooseTheme}
      />
    </Card>
  );
}
