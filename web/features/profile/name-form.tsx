import { useState, type FormEvent } from "react";
import { NAME_MAX_CHARS } from "../../../shared/constants.ts";
import { PROFILE } from "../../../shared/messages/profile.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { useSaveName } from "./save-name.ts";

interface NameFormProps {
  userId: string;
  email: string;
  /** The stored name. */
  name: string;
  onSaved: () => void;
}

/** Edits the name, which may be empty (docs/product.md#profile); shows the e-mail address. A failed save keeps what was typed. */
export function NameForm({ userId, email, name, onSaved }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const saving = useSaveName(userId);
  function submit(event: FormEvent) {
    event.preventDefault();
    // Dropped when the form has been left: then nobody is led away.
    saving.mutate(typed.trim(), { onSuccess: onSaved });
  }
  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      <Field label="Full Name">
        <Input
          name="name"
          autoComplete="name"
          maxLength={NAME_MAX_CHARS}
          disabled={saving.isPending}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label="Email" hint={PROFILE.emailFixed}>
        <Input type="email" value={email} readOnly />
      </Field>
      <Button type="submit" className="justify-self-start" disabled={saving.isPending} aria-busy={saving.isPending}>
        {saving.isPending ? "Saving..." : "Save Changes"}
      </Button>
    </form>
  );
}
