import "clsx";
