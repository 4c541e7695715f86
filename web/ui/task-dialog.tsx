import { useRef, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "./dialog.tsx";
import { Spinner } from "./spinner.tsx";

interface TaskDialogProps {
  title: string;
  description: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A small task over the page. It is open for as long as it is rendered. The focus goes to the whole: in a field it would bring a phone's keyboard. */
export function TaskDialog({ title, description, onClose, children }: TaskDialogProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        ref={panel}
        className="outline-none"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          panel.current?.focus();
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  );
}

interface LoadedProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown };
  /** Said where it could not be loaded. */
  failure: string;
  children: (data: T) => ReactNode;
}

/** What a task is about, once it is loaded; until then that it is being loaded, or that it could not be. */
export function Loaded<T>({ query: { data, isError, refetch }, failure, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  if (!isError) return <Spinner label="Loading..." />;
  return (
    <div className="grid justify-items-start gap-3" role="alert">
      <p>{failure}</p>
      <Button variant="outline" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}
