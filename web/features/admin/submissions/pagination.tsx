import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { lastPage, PAGE_SIZE } from "./submission-list.ts";

interface PaginationProps {
  /** Counted from 0. */
  page: number;
  /** Number of messages on all pages. */
  total: number;
  onPage: (page: number) => void;
}

const formatNumber = (value: number) => value.toLocaleString("en-US");

/** Pagination; renders nothing for a single page. */
export function Pagination({ page, total, onPage }: PaginationProps) {
  const last = lastPage(total);
  if (last === 0) return null;
  const from = page * PAGE_SIZE + 1;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-muted-foreground tabular-nums" aria-live="polite">
        {formatNumber(from)} to {formatNumber(Math.min(total, from + PAGE_SIZE - 1))} of {formatNumber(total)}
      </p>
      <div className="flex gap-3">
        <Button variant="outline" disabled={page === 0} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button variant="outline" disabled={page >= last} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
