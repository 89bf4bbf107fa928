// Links: of the written site, every one that stays inside must lead to a file and, with an anchor, to an id in it; of
// the pages that it is made of, to a file and, with an anchor, to a heading.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { pagesOf } from './guide.mjs'

/**
 * Lists the links of a folder of pages that lead nowhere, as `page: link`.
 *
 * @returns what is broken, and how many links were followed.
 */
export function brokenLinksOf(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => join(folder, file))
  const texts = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]))
  const ids = new Map()
  const broken = []
  let count = 0
  for (const [page, text] of texts) {
    for (const link of linksOf(text)) {
      if (/^(https?:|mailto:|data:)/.test(link)) continue
      count++
      if (!leadsSomewhere(page, link)) broken.push(`${relative(folder, page)}: ${link}`)
    }
  }
  return { broken, count, pages: pages.length }

  function leadsSomewhere(page, link) {
    const [path, anchor] = link.split('#')
    const file = path === '' ? page : resolve(dirname(page), decodeURIComponent(path.split('?')[0]))
    if (file !== folder && !file.startsWith(`${folder}/`)) return false
    if (!existsSync(file) || !statSync(file).isFile()) return false
    return anchor === undefined || anchor === '' || idsIn(file).has(decodeURIComponent(anchor))
  }

  function idsIn(file) {
    if (!ids.has(file)) {
      const text = texts.get(file) ?? readFileSync(file, 'utf8')
      const matches = text.matchAll(/\b(?:id|name)="([^"]*)"/g)
      ids.set(file, new Set([...matches].map(([, id]) => unescaped(id))))
    }
    return ids.get(file)
  }
}

/**
 * Lists the links of the repository's pages that lead to no file, or to no heading of a page, as `page: link`.
 *
 * @returns what is broken, and how many links were followed.
 */
export function brokenTargetsOf(root) {
  const texts = new Map(pagesOf(root).map((page) => [page, readFileSync(join(root, page), 'utf8')]))
  const broken = []
  let count = 0
  for (const [page, text] of texts) {
    for (const [, target] of text.replace(code, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:)/.test(target)) continue
      count++
      if (!leadsSomewhere(page, target)) broken.push(`${page}: ${target}`)
    }
  }
  return { broken, count }

  function leadsSomewhere(page, target) {
    const [path, anchor] = target.split('#')
    const file = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '')
    if (!existsSync(join(root, file))) return false
    const text = texts.get(file) ?? texts.get(posix.join(file, 'README.md'))
    return anchor === undefined || text === undefined || anchorsOf(text).includes(anchor)
  }
}

const fencedCode = /^```[\s\S]*?^```/gm
const code = new RegExp(`${fencedCode.source}|\`[^\`\\n]+\``, 'gm')

/** The anchors of a page's headings, as code hosts make them. */
export function anchorsOf(text) {
  const names = [...text.replace(fencedCode, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
  return names.map((name, at) => {
    const earlier = names.slice(0, at).filter((one) => one === name).length
    return earlier === 0 ? name : `${name}-${earlier}`
  })
}

function linksOf(text) {
  return [
    ...text.matchAll(/<(?:a|link|img|script|source|use)\b[^>]*?\b(?:href|src)="([^"]*)"/g),
  ].map(([, link]) => unescaped(link))
}

function unescaped(text) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
