/** Overlays of the table; a hint lies beside the board, the rest are dialogs. */
export type Overlay = "log" | "shortcuts" | "score" | "hint" | "menu" | "sit";
export type OverlayDialog = Exclude<Overlay, "hint">;
