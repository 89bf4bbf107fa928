import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { example } from '../program.ts'
import { loadedBy } from './cold.ts'

const files = loadedBy(['tree', 'root', example])
const paths = files.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))

test('behavior: the root of a tree takes two files, and no library and no module of Node', () => {
  expect(paths.map((path) => basename(path))).toEqual(['main.js', 'part-core.js'])
  expect(files.filter((url) => !url.startsWith('file:'))).toEqual([])
  // What Node compiles before a line runs.
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0)
  expect(bytes).toBeLessThan(180_000)
})

test('behavior: options take yargs, which is in the bundle, and no file of a library', () => {
  const modules = loadedBy(['tree', 'root', example, '--json'])
  const moduleFiles = modules.filter((url) => url.startsWith('file:'))
  expect(moduleFiles.filter((url) => url.includes('node_modules/'))).toEqual([])
  expect(moduleFiles.length).toBeLessThanOrEqual(5)
})

test('behavior: what is not needed for the root is not in these files', () => {
  const rooms = paths.flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /^\/\/(?:#region)? ?packages\/([\w-]+)\/src\/(\S+)$/gm,
      ),
    ].map(([, room, file]) => ({ room, file })),
  )
  expect(rooms.length).toBeGreaterThan(20)
  const used = new Set(rooms.map(({ room }) => room))
  expect([...used].sort()).toEqual(['base', 'cli', 'formats', 'manager', 'merkle'])
  const later = /^(rule|manage-|match|verify|lint|diff|explain|help|open-zeppelin)/
  expect(rooms.filter(({ file }) => later.test(file!))).toEqual([])
  // The rest of a file is read, compared and printed where more than its root is asked for.
  const otherModules = /\/(rust|binary|compare|deviation|solidity-(print|check|match|read))/
  expect(rooms.filter(({ file }) => otherModules.test(file!))).toEqual([])
})

test('behavior: a page of help loads no file of a library', () => {
  const help = loadedBy(['tree', 'root', '--help'])
  expect(help.filter((url) => url.includes('node_modules/'))).toEqual([])
})
