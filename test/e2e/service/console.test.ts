import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, fetchWhenFree, run, scratch, start } from '../program.ts'

const folder = scratch()

test('golden: the offline console is written with the sums of its files', () => {
  const out = join(folder, 'pages')
  const { files, page } = ask(['console', '--out', out])
  expect(page).toBe(join(out, 'index.html'))
  const names = files.map(({ name }: { readonly name: string }) => name)
  expect(readdirSync(out).sort()).toEqual([...names, 'SHA256SUMS'].sort())
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
  for (const name of names) {
    const sum = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')
    expect(sums).toContain(`${sum}  ${name}\n`)
  }
})

test('refuses: a folder that holds something is left as it is', () => {
  const out = join(folder, 'full')
  mkdirSync(out)
  writeFileSync(join(out, 'note.txt'), 'mine')
  const { code, err } = run(['console', '--out', out])
  expect(code).not.toBe(0)
  expect(err).toContain('is not empty')
  expect(readdirSync(out)).toEqual(['note.txt'])
})

test('default: the pages are served to this machine and forbid themselves to send', async () => {
  const running = start(['console', '--json'])
  const [line] = await running.lines(1)
  const { url } = JSON.parse(line!) as { readonly url: string }
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  const html = await (await fetchWhenFree(url)).text()
  expect(html).toContain("default-src 'none'")
  expect(html).not.toContain('connect-src')
  expect((await fetchWhenFree(`${url}console.js`)).status).toBe(200)
  expect((await fetchWhenFree(`${url}../package.json`)).status).toBe(404)
  running.signal('SIGTERM')
  expect((await running.end).code).toBe(0)
})
