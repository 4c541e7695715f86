import "../features/auth/form.tsx";
