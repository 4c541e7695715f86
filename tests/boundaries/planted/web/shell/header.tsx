import "../routes/home.tsx";
