import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '../../terminal/context.ts'
import { command } from './init.ts'

const folder = mkdtempSync(join(tmpdir(), 'vaultwright-init-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A terminal at which a person types these pieces. */
function terminalOf(pieces: readonly string[]) {
  const questions: string[] = []
  const context = {
    stdin: async function* () {
      for (const piece of pieces) yield new TextEncoder().encode(piece)
    },
    stderr: { write: (text: string) => void questions.push(text) },
    config: { columns: 80, variables: { XDG_STATE_HOME: join(folder, 'state') } },
    signal: new AbortController().signal,
    now: () => Date.UTC(2026, 0, 1),
  } as unknown as Context
  return { context, questions }
}

const common = { json: false, force: false, wide: false, quiet: false } as const
const argumentsFor = (name: string) =>
  ({ ...common, folder: join(folder, name) }) as unknown as Parameters<typeof command.run>[0]

test('law: on a terminal each missing fact is asked for once, however the answers arrive', async () => {
  const answers = `base\n0x${'1'.repeat(40)}\n0x${'2'.repeat(40)}\n0x${'3'.repeat(40)}\n`
  for (const [name, pieces] of [
    ['whole', [answers]],
    ['letters', [...answers]],
  ] as const) {
    const { context, questions } = terminalOf(pieces)
    await command.run(argumentsFor(name), context)
    expect(questions).toHaveLength(4)
    const definition = readFileSync(join(folder, name, 'vault.yaml'), 'utf8')
    for (const digit of '123') expect(definition).toContain(`0x${digit.repeat(40)}`)
  }
})

test('refuses: answers that end, and one without an end', async () => {
  for (const pieces of [['base\n0x12'], ['x'.repeat(1_000), 'x'.repeat(1_000)]]) {
    const { context } = terminalOf(pieces)
    await expect(command.run(argumentsFor('ended'), context)).rejects.toThrow(/questions ended/)
    expect(existsSync(join(folder, 'ended'))).toBe(false)
  }
})
