import "../web/ui/button.tsx";
