import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageFolders } from './support/page-server.ts'

const manifestOf = createRequire(import.meta.url)

const noticeIn = (folder: string) => readFileSync(join(folder, 'NOTICE.txt'), 'utf8')

function scriptsIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true }) as string[]
  const scripts = names.filter((name) => name.endsWith('.js'))
  return scripts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}

/** A text of the interpreter that nothing else holds. */
const interpreterText = 'refund exhausted'

test.each(Object.entries(pageFolders))(
  'law: what lies in the folder %s names the code of others, its licence and where its source is',
  (_, folder) => {
    const notice = noticeIn(folder)
    const { version } = manifestOf('react/package.json') as { readonly version: string }
    expect(notice).toContain(`- react ${version}, Copyright`)
    expect(notice).toContain('Under the MIT License:\n\nPermission is hereby granted')
    expect(notice).toContain('@fontsource-variable/inter')
    const hasInterpreter = scriptsIn(folder).includes(interpreterText)
    expect(notice.includes('- @ethereumjs/evm ')).toBe(hasInterpreter)
    expect(notice.includes('Mozilla Public License 2.0')).toBe(hasInterpreter)
  },
)

test('golden: the pages of a service hold the interpreter, under MPL-2.0, with its source', () => {
  const [, mozilla] = noticeIn(pageFolders.app).split(/\n\n(?=Bundled without a change)/)
  const rows = mozilla!.split('\n\n')[1]!.split('\n')
  expect(rows).toContain(
    '- @ethereumjs/evm 10.1.3, https://github.com/ethereumjs/ethereumjs-monorepo',
  )
  for (const row of rows) expect(row).toMatch(/^- @ethereumjs\/\w+ [\d.]+, https:\/\/github\.com\//)
})
