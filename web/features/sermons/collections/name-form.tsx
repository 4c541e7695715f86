import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { cleanName, failureText, NAME_MAX_CHARS } from "./collections.ts";

interface NameFormProps {
  label: string;
  name?: string;
  button: ReactNode;
  isBusy: boolean;
  error: unknown;
  onSubmit: (name: string) => void;
}

/** The name of a collection. */
export function NameForm({ label, name: given = "", button, isBusy, error, onSubmit }: NameFormProps) {
  const [name, setName] = useState(given);
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(cleanName(name) === "");
        if (cleanName(name) !== "" && !isBusy) onSubmit(name);
      }}
    >
      <Field
        label={label}
        className="min-w-40 flex-1"
        error={isMissing ? "Please give it a name." : error ? failureText(error) : undefined}
      >
        <Input
          dir="auto"
          autoComplete="off"
          maxLength={NAME_MAX_CHARS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" className="mt-7" aria-disabled={isBusy} aria-busy={isBusy}>
        {button}
      </Button>
    </form>
  );
}
