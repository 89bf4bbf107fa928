import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fetchDebianProgram, onPath, run } from './debian-program.ts'

/** The program of a Redis server, and the libraries that came with it. */
export type RedisProgram = {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
}

const names = ['redis-server', 'valkey-server'] as const

/**
 * Finds a program that speaks Redis: on the PATH, in the cache, or as a Debian package that is
 * downloaded and unpacked into the cache, which takes no root.
 *
 * @returns the program, or in words why there is none.
 */
export async function findRedisProgram(): Promise<RedisProgram | { readonly missing: string }> {
  const command = names.map(onPath).find((path) => path !== null)
  if (command !== undefined && command !== null) return { command, env: {} }
  return fetchDebianProgram({ folder: 'redis', packages: names, isStatic: false, programIn })
}

async function programIn(home: string): Promise<RedisProgram | null> {
  const command = names.map((name) => join(home, 'usr/bin', name)).find((path) => existsSync(path))
  if (command === undefined) return null
  const libraries = new Set(
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.so(\.|$)/.test(file))
      .map((file) => join(home, dirname(file))),
  )
  const env = { LD_LIBRARY_PATH: [...libraries].join(delimiter) }
  try {
    await run(command, ['--version'], { env: { ...process.env, ...env } })
    return { command, env }
  } catch {
    return null
  }
}
