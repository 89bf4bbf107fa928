import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

const folder = '/proc/self/fd'

/**
 * Lists what this process holds open, where the system tells.
 *
 * @param path - what the names of the files begin with.
 * @returns their names, sorted; none on a system without `/proc`.
 */
export function openFilesOf(path: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map(targetOf)
    .filter((file) => file.startsWith(path))
    .sort()
}

function targetOf(name: string): string {
  try {
    return readlinkSync(join(folder, name))
  } catch {
    // The one that listed the folder is closed again.
    return ''
  }
}
