import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Tells when the newest whole backup in a folder was written. `db backup` gives a file its name when it is whole.
 *
 * @returns unix seconds; 0 where there is none, or the folder cannot be read.
 */
export async function newestBackupUnix(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.sqlite') && !name.startsWith('.'))
  const times = files.map((name) =>
    stat(join(folder, name)).then(
      (file) => (file.isFile() && file.size > 0 ? Math.floor(file.mtimeMs / 1_000) : 0),
      () => 0,
    ),
  )
  return Math.max(0, ...(await Promise.all(times)))
}
