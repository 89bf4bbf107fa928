import { expect, test } from 'vitest'
import { commonOptions, families } from '../command/command.ts'
import { catalogue, entryOf } from './catalogue.ts'

test('default', () => {
  expect(catalogue.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "tree check",
      "tree show",
      "tree diff",
      "tree review",
      "tree risk",
      "tree unused",
      "tree convert",
      "tree proof",
      "tree root",
      "tree build",
      "tree plan",
      "tree push",
      "init",
      "definition check",
      "definition infer",
      "definition schema",
      "policy schema",
      "policy infer",
      "actions list",
      "actions show",
      "action build",
      "protocols list",
      "protocols show",
      "swap routes",
      "swap quote",
      "swap build",
      "swap explain",
      "swap order",
      "swap cancel",
      "swap orders",
      "calldata encode",
      "calldata decode",
      "calldata verify",
      "calldata explain",
      "calldata arguments",
      "packet",
      "check",
      "control",
      "control diff",
      "control why",
      "control replay",
      "nav show",
      "nav replay",
      "queue show",
      "queue solve",
      "queue requests",
      "queue check",
      "exit drill",
      "exit replay",
      "safe hash",
      "safe message",
      "safe queue",
      "safe propose",
      "safe delegate",
      "safe watch",
      "safe follow",
      "solana digest",
      "solana decode",
      "solana verify",
      "solana lint",
      "solana plan",
      "solana history",
      "solana state",
      "decoder check",
      "leaf digest",
      "simulate",
      "simulate hold",
      "block final",
      "block check",
      "serve",
      "db migrate",
      "db status",
      "db backup",
      "db restore",
      "tenant create",
      "tenant list",
      "user create",
      "user invite",
      "user list",
      "user deactivate",
      "key create",
      "key list",
      "key revoke",
      "vault add",
      "vault list",
      "vault sync",
      "index run",
      "index backfill",
      "index status",
      "index gaps",
      "index repair",
      "index replay",
      "index explain",
      "audit list",
      "console",
      "dev chain",
      "dev serve",
      "completion",
    ]
  `)
  expect(entryOf(['tree', 'root', 'x'])?.name).toBe('tree root')
  expect(entryOf(['tree'])).toBeUndefined()
})

test.each(catalogue)('behavior: $name is described in full', async (entry) => {
  const command = await entry.load()
  const [noun, verb] = entry.name.split(' ')
  // Beneath a noun, or beneath a command of one word.
  const isBeneath = verb !== undefined && catalogue.some(({ name }) => name === noun)
  expect(Object.hasOwn(families, noun!) || isBeneath).toBe(verb !== undefined)
  expect(command.name).toBe(entry.name)
  expect(command.describe).toMatch(/^[A-Z].*\.$/)
  expect(command.summary).toMatch(/^[A-Z].*[^.]$/)
  expect(command.examples.length).toBeGreaterThan(0)
  const names = [...Object.keys(command.options), ...Object.keys(command.positionals)]
  expect(names.filter((name) => Object.hasOwn(commonOptions, name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const optional = Object.values(command.positionals).map(({ optional }) => optional === true)
  expect([...optional].sort()).toEqual(optional)
})
