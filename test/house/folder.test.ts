import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './house.ts'

/** More than this, and a folder is no longer seen at a glance. */
const maxEntries = 22

/** A folder or file a protocol, and the rooms, which docs/architecture.md lists: they are read by name, not at a glance. */
const catalogues = ['packages', 'packages/protocols/src', 'packages/protocols/src/entry']

test('law: no folder of code holds more than 22 entries, the catalogues aside', () => {
  const large = ['packages', 'workers', 'test', 'scripts', 'foundry/script']
    .flatMap((folder) => foldersIn(folder))
    .map((folder) => [folder, readdirSync(join(root, folder)).length] as const)
    .filter(([folder, count]) => count > maxEntries && !catalogues.includes(folder))
  expect(large).toEqual([])
})

function foldersIn(folder: string): readonly string[] {
  const inside = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !ignored.has(entry.name))
    .flatMap((entry) => foldersIn(`${folder}/${entry.name}`))
  return [folder, ...inside]
}

const ignored = new Set(['node_modules', 'dist', '__snapshots__'])
