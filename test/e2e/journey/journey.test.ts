import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canRun } from '../../support/skip-unless.ts'
import { root, run, scratch } from '../program.ts'

const folder = scratch()

/** A line of a script that runs the program, and how it ended before and ends now. */
type Command = { readonly line: string; readonly before: number | null; readonly now: number }

function commandsOf(text: string): readonly Command[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('vaultwright '))
    .map((written) => {
      const [, line, before, now] = /^(.*?) # (?:then (\d), )?now (\d)$/.exec(written)!
      return { line: line!, before: before === undefined ? null : Number(before), now: Number(now) }
    })
}

/** Runs a script as it stands, in a folder with what a person has, and notes how each command ended. */
function walk(name: string) {
  const text = readFileSync(join(import.meta.dirname, `${name}.sh`), 'utf8')
  const place = join(folder, name)
  cpSync(join(root, 'fixtures/definitions'), place, { recursive: true })
  copyFileSync(join(root, 'fixtures/chain/trees/local-eth-main-3.json'), join(place, 'tree.json'))
  const commands = commandsOf(text)
  const env = { XDG_STATE_HOME: join(place, 'state') }
  const ends: (readonly [string, number | null])[] = []
  const errors: string[] = []
  for (const part of text.split(/^(?=vaultwright )|(?<=^vaultwright .*\n)/m)) {
    if (part.startsWith('vaultwright ')) {
      const { line } = commands[ends.length]!
      const { code, err } = run(wordsOf(line), { cwd: place, env })
      ends.push([line, code])
      errors.push(err)
    } else {
      expect(spawnSync('bash', ['-ec', part], { cwd: place }).status, part).toBe(0)
    }
  }
  return { commands, ends, place, err: errors.join('') }
}

/** The words of a line that a shell takes as they are. */
function wordsOf(line: string): readonly string[] {
  expect(line).toMatch(/^[\w ./=@-]+$/)
  return line.split(' ').slice(1)
}

const stated = (commands: readonly Command[]) => commands.map(({ line, now }) => [line, now])
const refused = (codes: readonly (number | null)[]) => codes.filter((code) => code! >= 2).length

describe.skipIf(!canRun(spawnSync('bash', ['--version']).status === 0, 'there is no bash'))(
  'journeys',
  () => {
    test("golden: an engineer's first calldata takes 4 commands in place of 10, and none is refused", () => {
      const before = walk('engineer-before')
      expect(before.ends).toEqual(stated(before.commands))
      expect(before.commands).toHaveLength(10)
      expect(refused(before.commands.map((command) => command.before))).toBe(6)
      // What is still refused says what would make it known.
      expect(before.err).toContain(
        'The record of local does not name it; --definition and --lock may.',
      )
      expect(before.err).toContain('LOCAL_RPC_URL is not set')
      const now = walk('engineer')
      expect(now.ends).toEqual(stated(now.commands))
      expect(now.commands).toHaveLength(4)
      expect(refused(now.commands.map((command) => command.now))).toBe(0)
      const [old, call] = [before, now].map(({ place }) =>
        readFileSync(join(place, 'call.hex'), 'utf8'),
      )
      expect(call).toBe(old)
    })

    test('golden: a curator takes out a permission in 4 commands in place of 9, and no edit is lost', () => {
      const before = walk('curator-before')
      expect(before.ends).toEqual(stated(before.commands))
      expect(before.commands).toHaveLength(9)
      expect(refused(before.commands.map((command) => command.before))).toBe(3)
      expect(before.err).toContain('code: file_in_the_way')
      expect(before.err).toContain('wrote no roots.json: main has no address')
      expect(existsSync(join(before.place, 'roots.json'))).toBe(false)
      expect(readFileSync(join(before.place, 'vault.yaml'), 'utf8')).toContain('actions: [ repay,')
      const now = walk('curator')
      expect(now.ends).toEqual(stated(now.commands))
      expect(now.commands).toHaveLength(4)
      const roots = JSON.parse(readFileSync(join(now.place, 'roots.json'), 'utf8'))
      expect(roots.transactions).toHaveLength(1)
      const [tree, built] = ['tree.json', 'new.json'].map((file) =>
        readFileSync(join(now.place, file), 'utf8'),
      )
      expect(tree).toContain('"borrow(')
      expect(built).not.toContain('"borrow(')
    })
  },
)
