import { useId } from "react";
import { NO_READING } from "../../../../shared/reading.ts";
import { SUBJECTS } from "../../../../shared/subjects.ts";
import { Select } from "../../../ui/select.tsx";

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface SubjectChoiceProps {
  /** What is chosen now. */
  theme: string;
  disabled: boolean;
  onChoose: (theme: string) => void;
}

/** All subjects, for whoever finds theirs nowhere else. */
export default function SubjectChoice({ theme, disabled, onChoose }: SubjectChoiceProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-muted-foreground">
        Or choose a subject
      </label>
      <Select
        id={id}
        value={theme === NO_READING ? "" : theme}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="" disabled hidden>
          All subjects
        </option>
        {Object.entries(SUBJECTS).map(([group, subjects]) => (
          <optgroup key={group} label={group}>
            {Object.entries(subjects).map(([subject, about]) =>
              subject === NO_READING ? null : (
                <option key={subject} value={subject}>
                  {capitalised(about)}
                </option>
              ),
            )}
          </optgroup>
        ))}
      </Select>
    </div>
  );
}
