import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { codeIdentity, readIdentity } from '../../release/identity.mjs'
import { blocksOf, pagesOf, writeGuides } from '../../release/site/guide.mjs'
import { brokenLinksOf } from '../../release/site/link.mjs'
import { root } from '../house/house.ts'
import { examples } from '../support/page/page-example.ts'
import { openBrowser } from '../support/service/service-browser.ts'

const scratch = mkdtempSync(join(tmpdir(), 'vaultwright-site-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const blocks = pagesOf(root).flatMap((page) =>
  blocksOf(readFileSync(join(root, page), 'utf8')).map((block) => ({ page, ...block })),
)
const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
).scripts

describe('code blocks', () => {
  /** The check of a language's blocks. */
  const checks: Readonly<Record<string, (code: string) => void>> = {
    // test/e2e/readme.test.ts and readme-chain.slow.test.ts run them and compare what they print.
    console: () => {},
    // The same tests run them, and test/e2e/install.slow.test.ts compiles them by the packed packages.
    ts: () => {},
    sh: (code) => {
      const { status, stderr } = spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      for (const [, script] of code.matchAll(/\bnpm run (?:--\w+ )*([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(script)
    },
    json: (code) => JSON.parse(code),
    yaml: (code) => parse(code),
  }

  test.each(blocks)('law: the block of $page, line $line, is one that a test checks', (block) => {
    expect(Object.keys(checks)).toContain(block.language)
    checks[block.language]?.(block.code)
  })

  test('law: every console and ts block runs, in one tier of the tests or the other', () => {
    const shown = blocks.filter(({ language }) => ['console', 'ts'].includes(language))
    expect(shown.length).toBeGreaterThan(50)
    const places = (list: readonly { readonly page: string; readonly line: number }[]) =>
      list.map(({ page, line }) => `${page}:${line}`)
    expect(places(examples)).toEqual(places(shown))
  })

  test('refuses: a block that does not end', () => {
    expect(() => blocksOf('text\n```ts\nconst a = 1\n')).toThrow(/line 2 does not end/)
    expect(blocksOf('```sh\nls\n```\n')).toEqual([{ language: 'sh', line: 1, code: 'ls\n' }])
  })
})

describe('guides', () => {
  const world = join(scratch, 'world')
  const write = (path: string, text: string) => {
    mkdirSync(join(world, path, '..'), { recursive: true })
    writeFileSync(join(world, path), text)
  }

  test('law: links between pages stay in the site, links to files lead to the repository, and pictures come along', () => {
    write('README.md', '# Front\n\n[`a`](packages/a) [code](packages/a/code.ts#L3) ![p](p.png)\n')
    write(
      'packages/a/README.md',
      '# A\n\n[up](../../README.md#front) `[not](a-link)` [out](https://a.b)\n',
    )
    write('packages/a/code.ts', '')
    write('p.png', '')
    const folder = join(scratch, 'guide')
    const identity = { ...codeIdentity, repository: 'https://host.example.com/repo' }
    const { front, others: guides } = writeGuides(world, { folder, identity })
    expect(readFileSync(front, 'utf8')).toBe(
      '[`a`](./a.md) [code](https://host.example.com/repo/blob/main/packages/a/code.ts#L3) ![p](./file/p.png)\n',
    )
    expect(guides.map((file) => readFileSync(file, 'utf8'))).toEqual([
      '---\ntitle: "A"\n---\n\n# A\n\n[up](./index.md#front) `[not](a-link)` [out](https://a.b)\n',
    ])
    expect(existsSync(join(folder, 'file/p.png'))).toBe(true)
    expect(existsSync(join(folder, 'file/packages/a/code.ts'))).toBe(false)
  })

  test('law: files come along while no repository is set, and pages name packages by the scope that is', () => {
    write('README.md', '# Front\n\n[code](packages/a/code.ts#L3) `@vaultwright/a`\n')
    write('packages/a/README.md', '# @vaultwright/a\n\nIt is `@vaultwright/a`.\n')
    write('packages/a/code.ts', 'export const a = 1\n')
    const folder = join(scratch, 'alone')
    const identity = { ...codeIdentity, scope: '@vaults' }
    const { front, others: guides } = writeGuides(world, { folder, identity })
    expect(readFileSync(front, 'utf8')).toBe('[code](./file/packages/a/code.ts) `@vaults/a`\n')
    expect(guides.map((file) => readFileSync(file, 'utf8'))).toEqual([
      '---\ntitle: "Guide: a"\n---\n\n# @vaults/a\n\nIt is `@vaults/a`.\n',
    ])
    expect(readFileSync(join(folder, 'file/packages/a/code.ts'), 'utf8')).toContain('a = 1')
  })

  test('refuses: a link that leads to no file', () => {
    write('README.md', '# Front\n\n[lost](packages/none)\n')
    const folder = join(scratch, 'lost')
    const write2 = () => writeGuides(world, { folder, identity: codeIdentity })
    expect(write2).toThrow(/README\.md: packages\/none/)
  })

  test('golden: every page of the repository has a place, and no two have the same', () => {
    const folder = join(scratch, 'all')
    const identity = readIdentity(join(root, 'release/identity.json'))
    const { others: guides } = writeGuides(root, { folder, identity })
    expect(new Set(guides).size).toBe(pagesOf(root).length - 1)
  })
})

describe('the site', () => {
  const out = join(scratch, 'site')
  let printed = ''
  // The whole site is built by the campaign; here a few rooms with all guides.
  const chosen = process.env.SITE === 'all' ? [] : ['--rooms', 'base,merkle']
  beforeAll(() => {
    const site = join(root, 'release/site/site.mjs')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [site, '--out', out, ...chosen],
      { encoding: 'utf8', cwd: root },
    )
    expect(status, stderr).toBe(0)
    printed = stdout
  })

  test('law: every link and every anchor of every page leads somewhere', () => {
    const { broken, count, pages } = brokenLinksOf(out)
    expect(broken).toEqual([])
    expect(count).toBeGreaterThan(4_000)
    expect(pages).toBeGreaterThan(100)
    expect(printed).toMatch(new RegExp(`^${pages} pages, ${count} links: `))
  })

  test('golden: a package leads to its guide, a guide has a title, an error that is thrown its page', () => {
    const read = (page: string) => readFileSync(join(out, page), 'utf8')
    const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(read('index.html')).toContain(`<p>${description} `)
    expect(read('modules/_vaultwright_merkle.html')).toContain(
      'href="../documents/Guide__merkle.html"',
    )
    expect(read('documents/Guide__merkle.html')).toMatch(/<h1[^>]*>@vaultwright\/merkle/)
    const pages = readdirSync(join(out, 'functions')).map((page) => read(`functions/${page}`))
    const thrown = pages.flatMap((page) => [
      ...page.matchAll(/tsd-type-annotation">(.*?)<\/span>/g),
    ])
    expect(thrown.length).toBeGreaterThan(10)
    for (const [, text] of thrown) expect(text).toMatch(/^<a href="\.\.\/classes\/|^\w+$/)
    expect(thrown.filter(([, text]) => text!.startsWith('<a')).length).toBeGreaterThan(10)
    expect(read('assets/custom.css')).toBe(
      readFileSync(join(root, 'release/site/site.css'), 'utf8'),
    )
  })

  test('refuses: a page that is gone, an anchor that is gone, and a link out of the folder', () => {
    const page = join(out, 'zz.html')
    onTestFinished(() => rmSync(page, { force: true }))
    writeFileSync(
      page,
      '<a href="gone.html"></a><a href="index.html#gone"></a><a href="../up.html"></a><a href="index.html"></a>',
    )
    expect(brokenLinksOf(out).broken).toEqual([
      'zz.html: gone.html',
      'zz.html: index.html#gone',
      'zz.html: ../up.html',
    ])
  })

  test('refuses: a package that there is not', () => {
    const site = join(root, 'release/site/site.mjs')
    const words = [site, '--out', join(scratch, 'none'), '--rooms', 'merkle,nothing']
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd: root })
    expect([status, stderr]).toEqual([2, expect.stringMatching(/Choose among .*merkle/)])
  })

  test('golden: a browser opens it from the disk with the network cut, and finds a function', async () => {
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const context = await browser.newContext({ offline: true })
    const page = await context.newPage()
    page.setDefaultTimeout(300_000)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(pathToFileURL(join(out, 'index.html')).href)
    expect(await page.textContent('h1')).toContain('Vaultwright')
    await page.click('#tsd-search-trigger')
    await page.fill('#tsd-search-input', 'verifyProof')
    await page.waitForSelector('#tsd-search-results a')
    await page.click('#tsd-search-results a')
    await page.waitForSelector('h1')
    expect(await page.textContent('.tsd-signature')).toContain('verifyProof')
    expect(errors).toEqual([])
    const pictures = readdirSync(join(out, 'media')).filter((name) => /\.(png|webp)$/.test(name))
    expect(pictures.length).toBeGreaterThanOrEqual(4)
  })

  test('law: no guide is wider than a phone', async () => {
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const context = await browser.newContext({
      offline: true,
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(300_000)
    const guides = readdirSync(join(out, 'documents')).map((name) => `documents/${name}`)
    expect(guides.length).toBeGreaterThan(20)
    const wide: string[] = []
    for (const name of ['index.html', ...guides]) {
      await page.goto(pathToFileURL(join(out, name)).href)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 390) wide.push(`${name}: ${width}`)
    }
    expect(wide).toEqual([])
  })
})
