import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { purpose } from '@vaultwright/base'
import { operations } from '@vaultwright/wire'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { llmsTextOf } from '../../packages/api/src/document/llms.ts'
import { blocksOf, pagesOf } from '../../release/site/guide.mjs'
import { anchorsOf, brokenTargetsOf } from '../../release/site/link.mjs'
import { root, textOf } from './house.ts'

const front = textOf('README.md')

/** Text of a page in front of its first command. */
const beforeCommand = (text: string) => text.slice(0, text.indexOf('```'))

describe('the front page', () => {
  test('law: it has at most 120 lines, a command after at most 90 words, and one picture', () => {
    expect(front.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
    expect(beforeCommand(front).split(/\s+/).length).toBeLessThanOrEqual(90)
    expect(front.match(/!\[/g)).toHaveLength(1)
  })

  test('law: manifest, help for programs and console say its first sentence', () => {
    const [first] = front.split('\n\n')[1]!.split(/(?<=\.) /)
    expect(first).toBe(purpose)
    expect(JSON.parse(textOf('package.json')).description).toBe(purpose)
    expect(llmsTextOf({ operations, publicUrl: null, version: '0' })).toContain(`\n> ${purpose} `)
    const page = textOf('packages/console/src/app/index.html')
    expect(page).toContain(`<title>Vaultwright: ${purpose.slice(0, -1)}</title>`)
    expect(page).toContain(`<meta name="description" content="${purpose}">`)
  })

  test('law: four links, for each kind of user, lead to pages that begin with a command', () => {
    const links = [...beforeCommand(front).matchAll(/\[(I [^\]]+)\]\(([^)]+)\)/g)]
    expect(links.map(([, who]) => who)).toEqual([
      'I sign',
      'I write permissions',
      'I review',
      'I run a service',
    ])
    for (const [, , page] of links) {
      const text = textOf(page!)
      expect(text.split('\n')[2], page).toMatch(/^```(console|sh)$/)
      expect(blocksOf(text)[0]!.code, page).toContain('npx vaultwright ')
    }
  })
})

describe('links', () => {
  test('law: every link of every page leads to a file and, with an anchor, to a heading', () => {
    const { broken, count } = brokenTargetsOf(root)
    expect(broken).toEqual([])
    expect(count).toBeGreaterThan(80)
  })

  test('golden: anchors are those of code hosts', () => {
    const text = '# A `b`, c!\n\n## A b c\n\n```sh\n# none\n```\n\n### x_y-z: 2\n'
    expect(anchorsOf(text)).toEqual(['a-b-c', 'a-b-c-1', 'x_y-z-2'])
  })

  test('law: every page of docs is reached from the front page', () => {
    const pages = pagesOf(root).filter((page) => page.startsWith('docs/'))
    expect(pages.length).toBeGreaterThan(8)
    expect(pages.filter((page) => !front.includes(`](${page}`))).toEqual([])
  })

  test('law: the front page, SECURITY and docs lead to no address outside', () => {
    const pages = pagesOf(root).filter((page) => /^(README|SECURITY|docs\/)/.test(page))
    const named = pages.flatMap((page) => textOf(page).match(/\bhttps?:\/\/[^\s`'")]+/g) ?? [])
    const outside = named.filter((address) => !/^http:\/\/127\.0\.0\.1:|^https:\/\/…/.test(address))
    expect(outside).toEqual([])
  })
})

test('law: the workflow runs what .ci/run runs, and nothing else', () => {
  const text = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')
  const { jobs, permissions } = parse(text)
  const steps = Object.values<{ steps: readonly { run?: string }[] }>(jobs).flatMap(
    (job) => job.steps,
  )
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['bash .ci/run'])
  expect(permissions).toEqual({ contents: 'read' })
  expect(text).not.toMatch(/https?:|secrets\./)
})
