import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isFilePresent } from '../support/skip-unless.ts'
import { example, main, run, scratch } from './program.ts'

const folder = scratch()
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const csi = '\u001b['

describe('what is printed', () => {
  test('behavior: colours only where they are wanted', () => {
    const check = (env: Record<string, string>) => run(['tree', 'check', example], { env }).out
    expect(check({})).not.toContain(csi)
    expect(check({ FORCE_COLOR: '1' })).toContain(csi)
    expect(check({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain(csi)
    expect(check({ FORCE_COLOR: '0' })).not.toContain(csi)
    expect(run(['tree', 'root', 'nope'], { env: { FORCE_COLOR: '1' } }).err).toContain(csi)
  })

  test('behavior: --json is one document and nothing else, of an error too', () => {
    const { out, err } = run(['tree', 'check', example, '--json'], { env: { FORCE_COLOR: '1' } })
    expect(JSON.parse(out).ok).toBe(true)
    expect(err).toBe('')
    const missing = run(['tree', 'root', 'nope', '--json'])
    expect(JSON.parse(missing.out)).toMatchObject({ error: { code: 'input_missing' } })
    expect(missing.err).toContain('code: input_missing')
    expect(missing.code).toBe(3)
    const usage = run(['tree', 'root', '--json'])
    expect(JSON.parse(usage.out)).toMatchObject({ error: { code: 'usage' } })
  })

  test('behavior: a text from a file cannot write to the terminal', () => {
    const evil = JSON.parse(readFileSync(example, 'utf8'))
    evil.leafs[0].Description = '\u001b[2Jgone\u202e\u0007'
    const { out } = run(['tree', 'show', write('evil.json', JSON.stringify(evil)), '--leaf', '0'])
    expect(out).toContain('\\x1b[2Jgone\\u{202e}\\x07')
    expect(out).not.toContain('\u001b')
  })

  test('behavior: a reader that goes away is no failure', () => {
    const line = `'${process.execPath}' '${main}' tree show '${example}' --json | head -c 10`
    const { stdout, stderr } = spawnSync('sh', ['-c', line])
    expect(stdout.toString()).toHaveLength(10)
    expect(stderr.toString()).toBe('')
  })

  test('behavior: nothing is lost where the reader is slow', () => {
    const line = `'${process.execPath}' '${main}' tree convert '${example}' --to solidity | (sleep 0.3; wc -c)`
    const { stdout } = spawnSync('sh', ['-c', line])
    expect(Number(stdout.toString())).toBe(readFileSync(example).length)
  })

  test('behavior: an error of a command line that cannot be read is JSON where that was asked for', () => {
    const { out } = run(['tree', 'root', '--json=x', 'nope'])
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'usage' } })
    expect(run(['tree', 'root', '--', '--json', 'b']).out).toBe('')
  })

  test('behavior: lines of an error end without white space', () => {
    const calls = JSON.stringify([{ target: `0x${'5'.repeat(40)}`, data: '0x12345678' }])
    const words = ['calldata', 'encode', '--tree', example, '--calls', '-']
    expect(run(words, { input: calls }).err).not.toMatch(/[ ]$/m)
  })

  test('behavior: a file may be named like an option, or with a space', () => {
    for (const name of ['-x.json', 'a b.json', 'l\nf.json']) {
      const cwd = folder
      write(name, readFileSync(example))
      expect(run(['tree', 'root', '--', name], { cwd }).code, name).toBe(0)
      expect(run(['--quiet', 'tree', 'root', '--', name], { cwd }).code, name).toBe(0)
    }
  })

  test('behavior: an interrupt while waiting ends quietly', async () => {
    const child = spawn(process.execPath, [main, 'tree', 'root', '-'])
    let err = ''
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    // More than the pipe holds is written when the program reads, and waits for the rest.
    await new Promise((resolve) => child.stdin.write(' '.repeat(1 << 22), resolve))
    child.kill('SIGINT')
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, err }).toEqual({ code: 130, err: '' })
  })
})

describe('--out', () => {
  test('behavior: a file is written whole, and its folder holds nothing else', () => {
    const place = join(folder, 'out')
    mkdirSync(place)
    const file = join(place, 'root.txt')
    writeFileSync(file, 'older')
    const words = ['tree', 'root', example, '--out', file]
    const refused = run(words)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('code: file_in_the_way')
    expect(readFileSync(file, 'utf8')).toBe('older')
    expect(readdirSync(place)).toEqual(['root.txt'])
    expect(run([...words, '--force'])).toEqual({ code: 0, out: '', err: '' })
    // What the program wrote today and nobody edited is its own to replace.
    expect(run([...words, '--json'])).toMatchObject({ code: 0 })
    expect(run(words)).toEqual({ code: 0, out: '', err: '' })
    expect(readFileSync(file, 'utf8')).toMatch(/^0x[0-9a-f]{64}\n$/)
    expect(readdirSync(place)).toEqual(['root.txt'])
  })

  test('behavior: a link is followed, a device is not replaced', () => {
    const target = write('target.txt', 'older')
    const link = join(folder, 'link.txt')
    symlinkSync(target, link)
    expect(run(['tree', 'root', example, '--out', link]).code).toBe(1)
    expect(run(['tree', 'root', example, '--out', link, '--force']).code).toBe(0)
    expect(readFileSync(target, 'utf8')).toMatch(/^0x/)
    const line = `'${process.execPath}' '${main}' tree root '${example}' --out /dev/stdout | cat`
    expect(spawnSync('sh', ['-c', line]).stdout.toString()).toMatch(/^0x/)
    expect(run(['tree', 'root', example, '--out', '/dev/null']).code).toBe(0)
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  test.skipIf(!isFilePresent('/dev/full'))('error: OutputError of a full disk', () => {
    const line = `'${process.execPath}' '${main}' tree root '${example}' > /dev/full`
    const { status, stderr } = spawnSync('sh', ['-c', line])
    expect(status).toBe(3)
    expect(stderr.toString()).toContain('code: output_unwritable')
  })

  test('error: OutputError', () => {
    const { code, err } = run(['tree', 'root', example, '--out', join(folder, 'no/such/folder/x')])
    expect(code).toBe(3)
    expect(err).toContain('code: output_unwritable')
    expect(run(['tree', 'root', example, '--out', folder]).err).toContain('code: output_unwritable')
  })
})

describe('bad input', () => {
  const text = readFileSync(example, 'utf8')
  const huge = write('huge.json', '')
  truncateSync(huge, 1024 ** 3)
  const cases: [name: string, path: string, code: string][] = [
    ['a missing file', join(folder, 'missing.json'), 'input_missing'],
    ['a folder', folder, 'input_is_folder'],
    ['zero bytes', write('zero.json', ''), 'empty_file'],
    ['one gigabyte', huge, 'input_too_large'],
    [
      'no UTF-8',
      write('latin.json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
      'not_utf8',
    ],
    ['no JSON', write('text.json', 'hello'), 'json_syntax'],
    ['a truncated file', write('half.json', text.slice(0, text.length / 2)), 'json_syntax'],
    ['a trailing comma', write('comma.json', text.replace(/\}\s*$/, ',}')), 'json_syntax'],
    ['another JSON', write('other.json', '{"name":"x"}'), 'foreign_format'],
    ['a list', write('list.json', '[]'), 'foreign_format'],
    ['null', write('null.json', 'null'), 'foreign_format'],
    [
      'no leaves',
      write('none.json', text.replace(/"leafs": \[[\s\S]*\n {2}\],/, '"leafs": [],')),
      'file_schema',
    ],
    [
      'odd digits',
      write('odd.json', text.replace(/("TargetAddress": "0x[0-9a-fA-F]{39})[0-9a-fA-F]/, '$1')),
      'file_schema',
    ],
    ['an empty name', '', 'input_missing'],
  ]

  test.each(cases)('behavior: %s', (_, path, code) => {
    const { code: exit, out, err } = run(['tree', 'root', path])
    expect(err).toContain(`code: ${code}`)
    expect({ exit, out }).toEqual({ exit: 3, out: '' })
    expect(err).not.toContain('bug')
  })

  test.skipIf(!isFilePresent('/proc/self/mem'))('error: UnreadableInputError', () => {
    expect(run(['tree', 'root', '/proc/self/mem']).err).toContain('code: input_unreadable')
  })

  test('behavior: a wrong checksum and a wrong root are a no, with the place', () => {
    const lower = (address: string) => `0x${address.slice(2).toLowerCase()}`
    const target = JSON.parse(text).leafs[0].TargetAddress as string
    const swapped = target.replace(/[A-F]/, (letter) => letter.toLowerCase())
    expect(swapped).not.toBe(lower(target))
    const misspelt = write('misspelt.json', text.replace(`"${target}"`, `"${swapped}"`))
    const rooted = write('rooted.json', text.replace('"ManageRoot": "0xa', '"ManageRoot": "0xb'))
    for (const file of [misspelt, rooted]) {
      const { code, out } = run(['tree', 'check', file])
      expect(code).toBe(1)
      expect(out).toMatch(/error .*(leafs\[0\]|ManageRoot)/)
    }
  })

  test('behavior: no draft is left anywhere', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(existsSync(join(folder, 'missing.json'))).toBe(false)
  })
})
