import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, rooms, root, scope, sourcesOf, textOf } from './house.ts'

/** The table of each process: what it does with an error of each code. */
const tables = ['packages/cli/src/exit.ts', 'workers/indexer/src/context/failure.ts'].filter(
  (file) => existsSync(join(root, file)),
)

type Thrown = { readonly code: string; readonly file: string; readonly room: string }

const thrown: readonly Thrown[] = rooms.flatMap((room) =>
  sourcesOf(room).flatMap((file) =>
    [...codeOf(textOf(file)).matchAll(/\breadonly code(?:: [^=]+)? = '([^']+)'/g)].map((match) => ({
      code: match[1]!,
      file,
      room: room.name,
    })),
  ),
)

test('behavior: there are errors, and a process that knows them', () => {
  expect(thrown.length).toBeGreaterThan(5)
  expect(tables.length).toBeGreaterThan(0)
})

test('behavior: every error class has a code of its own, in snake_case', () => {
  const codes = thrown.map(({ code }) => code)
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
  expect(codes.filter((code) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([])
})

test('behavior: every error class extends BaseError with a code', () => {
  const classes = rooms.flatMap((room) =>
    sourcesOf(room).flatMap((file) =>
      [...codeOf(textOf(file)).matchAll(/\bclass (\w+) extends (\w+)[\s\S]*?\n}/g)]
        .filter((match) => match[2] !== 'Error' && !match[0].includes('readonly code'))
        .filter((match) => !textOf(file).includes(`abstract class ${match[1]}`))
        .map((match) => `${file}: ${match[1]}`),
    ),
  )
  expect(classes).toEqual([])
})

test('behavior: nobody throws a bare Error in a pure room', () => {
  const bare = rooms.flatMap((room) =>
    sourcesOf(room).filter((file) => /\bthrow new Error\(/.test(codeOf(textOf(file)))),
  )
  expect(bare).toEqual([])
})

test.each(tables)('%s knows every code of the rooms it stands on', (table) => {
  const text = textOf(table)
  const missing = thrown
    .filter(({ room }) => reach(table).has(room) && isOpen(room))
    .filter(({ code }) => !new RegExp(`\\b${code}\\b`).test(text))
  expect(missing).toEqual([])
})

/**
 * Whether errors of a room can leave it: the API answers its own, by the table in `fate.ts`, whose type
 * names every error that a request can meet. What it throws at who starts it is in its door, and the
 * type of the other tables asks for that.
 */
function isOpen(name: string): boolean {
  return name !== `${scope}api`
}

/** The room of a table and every room below it that it can meet. */
function reach(table: string): ReadonlySet<string> {
  const start = rooms.find(({ dir }) => table.startsWith(`${dir}/`))!
  const met = new Set([start.name])
  const queue = [start]
  for (const room of queue) {
    for (const next of rooms.filter(({ name }) => room.dependencies.includes(name))) {
      if (!met.has(next.name)) queue.push(next)
      met.add(next.name)
    }
  }
  return met
}
