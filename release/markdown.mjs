// Links of Markdown pages: which of them lead to files of the repository, and where those are for a reader elsewhere.
import { statSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * Changes the links of a page that lead to files; addresses, anchors and code stay.
 *
 * @param change - gets where a link leads from the top of the repository, its anchor with `#`, and the link itself.
 */
export function replaceLinks(text, page, change) {
  return outsideCode(text, (part) =>
    part.replace(/(\]\()([^)\s]+)(\))/g, (whole, before, link, after) => {
      if (/^(https?:|mailto:|#)/.test(link)) return whole
      const [path, anchor] = link.split('#')
      const file = posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, '')
      return before + change({ file, hash: anchor === undefined ? '' : `#${anchor}`, link }) + after
    }),
  )
}

/** The page on which a file or a folder of the repository is shown. */
export function shownAt(root, { repository, ref, file }) {
  const kind = statSync(join(root, file)).isDirectory() ? 'tree' : 'blob'
  return `${repository}/${kind}/${ref}/${file}`
}

/** Changes the text outside code blocks and code spans. */
function outsideCode(text, change) {
  return text
    .split(/(^```[\s\S]*?^```|`[^`\n]+`)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('')
}
