import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { canRun } from '../support/skip-unless.ts'
import { main, root, run } from './program.ts'

test.skipIf(!canRun(spawnSync('bash', ['--version']).status === 0, 'there is no bash'))(
  'behavior: bash completes commands, options and values',
  () => {
    const { out: script } = run(['completion', 'bash'])
    const offers = (...words: string[]) => {
      const line = `${script}
vaultwright() { "$NODE" "$MAIN" "$@"; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vaultwright; echo "\${COMPREPLY[*]}"`
      const env = { NODE: process.execPath, MAIN: main, PATH: process.env.PATH }
      const { stdout } = spawnSync('bash', ['-c', line, 'bash', 'vaultwright', ...words], { env })
      return stdout.toString().trim()
    }
    expect(offers('tr')).toBe('tree')
    expect(offers('tree', 'che')).toBe('check')
    expect(offers('tree', 'convert', 'a b.json', '--to', 'ru')).toBe('rust')
    expect(offers('tree', 'convert', 'a.json', '--to', '=')).toContain('solidity')
    expect(offers('tree', 'convert', 'a.json', '--to', '=', 'bi')).toBe('binary')
    expect(offers('tree', 'check', 'fix')).toBe('')
    expect(offers('calldata', 'verify', '@', 'package.js')).toBe('@package.json')
    expect(offers('tree', 'show', 'a', '--chain', 'mainn')).toBe('mainnet')
  },
)

test.skipIf(!canRun(spawnSync('fish', ['--version']).status === 0, 'there is no fish'))(
  'behavior: fish completes commands, options, values and files',
  () => {
    const { out: script } = run(['completion', 'fish'])
    const offers = (line: string) => {
      const code = `${script}
function vaultwright; "$NODE" "$MAIN" $argv; end
complete -C '${line}'`
      const env = { NODE: process.execPath, MAIN: main, PATH: process.env.PATH, HOME: tmpdir() }
      const { stdout } = spawnSync('fish', ['--no-config', '-c', code], { env, cwd: root })
      return stdout.toString().trim().split('\n')
    }
    expect(offers('vaultwright tree che')).toEqual(['check'])
    expect(offers('vaultwright tree show a --chain mainn')).toEqual(['mainnet'])
    expect(offers('vaultwright tree show --chain=mainn')).toEqual(['--chain=mainnet'])
    expect(offers('vaultwright calldata verify @package.')).toEqual(['@package.json'])
  },
)
