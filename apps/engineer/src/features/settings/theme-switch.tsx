import { Card } from "../../ui/card.tsx";
import { ChoiceButtons } from "../../ui/field.tsx";
import { chooseTheme, themeChoices, useThemeChoice } from "../../ui/theme.ts";
import { words } from "./words.ts";

export function ThemeSwitch() {
  const choice = useThemeChoice();
  return (
    <Card>
      <ChoiceButtons
        name="theme"
        label={words().themeTitle}
        choices={themeChoices.map((value) => ({ value, text: words().themes[value] }))}
        value={choice}
        onChange={chooseTheme}
      />
    </Card>
  );
}
