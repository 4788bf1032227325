import type { Box, Plan } from "./plan";
export function spirals(_box: Box): Plan[] { return []; }
