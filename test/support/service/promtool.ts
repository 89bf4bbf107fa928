import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fetchDebianProgram, onPath, run } from './debian-program.ts'

/** The program that checks rules of Prometheus. */
export type Promtool = { readonly command: string }

/**
 * Finds promtool: on the PATH, in the cache, or in the Debian package of Prometheus.
 *
 * @returns the program, or in words why there is none.
 */
export async function findPromtool(): Promise<Promtool | { readonly missing: string }> {
  const command = onPath('promtool')
  if (command !== null) return { command }
  const packages = ['prometheus'] as const
  return fetchDebianProgram({ folder: 'promtool', packages, isStatic: true, programIn })
}

async function programIn(home: string): Promise<Promtool | null> {
  const command = join(home, 'usr/bin/promtool')
  if (!existsSync(command)) return null
  try {
    await run(command, ['--version'])
    return { command }
  } catch {
    return null
  }
}
