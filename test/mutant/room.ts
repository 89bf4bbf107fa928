import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { BaseError } from '@vaultwright/base'
import { type Room, rooms, root, sourcesOf } from '../house/house.ts'
import { type Mutant, mutate, type Source } from './mutant.ts'

/** The room of a name; without a name every room. */
export function roomsOf(name: string | undefined): readonly Room[] {
  if (name === undefined) return rooms
  const room = rooms.find(({ dir }) => basename(dir) === name)
  if (room === undefined) throw new UnknownRoomError(name)
  return [room]
}

/** The sources of a room's programs: generated files have a law of their own. */
export function readSources(room: Room): readonly Source[] {
  return sourcesOf(room)
    .filter((file) => !file.endsWith('.generated.ts'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** The faults that TypeScript lets pass, because the check before the tests notices the others. */
export function compilable(mutants: readonly Mutant[]): readonly Mutant[] {
  const folder = join(root, '.cache/mutant')
  rmSync(folder, { recursive: true, force: true })
  const files = mutants.map(({ file }, index) =>
    join(folder, dirname(file), `mutant-${index}.${file.endsWith('x') ? 'tsx' : 'ts'}`),
  )
  for (const [index, mutant] of mutants.entries()) {
    const file = files[index] as string
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, mutate(readFileSync(join(root, mutant.file), 'utf8'), mutant))
  }
  // Each copy finds its neighbours where the source has them.
  const compilerOptions = { rootDirs: ['../..', '.'], noEmit: true }
  const config = { extends: '../../tsconfig.json', compilerOptions, include: [], files }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const words = ['--project', folder, '--pretty', 'false']
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), words, { encoding: 'utf8' })
  rmSync(folder, { recursive: true, force: true })
  const failed = new Set([...stdout.matchAll(/mutant-(\d+)\.tsx?\(/g)].map(([, index]) => index))
  return mutants.filter((_, index) => !failed.has(String(index)))
}

/** The path of a source inside its room. */
export function pathIn(room: Room, file: string): string {
  return relative(join(room.dir, 'src'), file)
}

export class UnknownRoomError extends BaseError {
  override readonly code = 'unknown_room'
  override readonly kind = 'not_found'

  constructor(name: string) {
    const names = rooms.map(({ dir }) => basename(dir)).join(', ')
    super({ message: `"${name}" is not a room. Give one of ${names}.`, facts: { name } })
  }
}
