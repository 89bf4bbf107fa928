import { fileSystem } from './file-system.ts'

/** What a standard stream leads to. */
export type Screen = { readonly isTerminal: boolean; readonly columns: number | null }

/** Tells whether a standard stream leads to a terminal. */
export function screenOf(
  descriptor: 1 | 2,
  stream: () => { readonly isTTY?: boolean; readonly columns?: number },
): Screen {
  if (!isDevice(descriptor)) return { isTerminal: false, columns: null }
  const { isTTY, columns } = stream()
  return isTTY ? { isTerminal: true, columns: columns ?? 80 } : { isTerminal: false, columns: null }
}

function isDevice(descriptor: number): boolean {
  try {
    return fileSystem.fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}
