/** Builds every generated kernel: text by path from the root of the repository. */
export function buildKernels(): Promise<Record<string, string>>
