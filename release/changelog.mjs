// The section of a release, out of what the changelog lists as unreleased.
const order = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

/** The versions that the changelog has sections of, the newest first. */
export function releasesOf(text) {
  return [...text.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
}

/**
 * Moves what is unreleased under a version; entries under the same heading come together.
 *
 * @param date - ISO-8601, a day.
 * @returns the whole text afterwards, and the section alone.
 * @throws {Error} if nothing is unreleased, the version has a section already, or a heading is not one of a changelog.
 */
export function releaseChangelog(text, { version, date }) {
  if (releasesOf(text).includes(version))
    throw new Error(`CHANGELOG.md has a section ${version} already. Choose a later version.`)
  const [, before, unreleased, after] =
    /^([\s\S]*?\n)## Unreleased\n([\s\S]*?)((?:^## \d[\s\S]*)?)$(?![\s\S])/m.exec(text) ?? []
  const groups = groupsOf(unreleased ?? '')
  if (groups.size === 0)
    throw new Error('CHANGELOG.md lists nothing under "## Unreleased". Say what changed.')
  const parts = order
    .filter((heading) => groups.has(heading))
    .map((heading) => `### ${heading}\n${groups.get(heading).join('\n')}\n`)
  const section = `## ${version} - ${date}\n\n${parts.join('\n')}`
  const rest = after === '' ? '' : `\n${after}`
  return { section, text: `${before}## Unreleased\n\n${section}${rest}` }
}

/** Headings of the unreleased part, without their entries. */
export function unreleasedHeadings(text) {
  const [, part = ''] = /^## Unreleased\n([\s\S]*?)(?=^## \d|(?![\s\S]))/m.exec(text) ?? []
  return [...groupsOf(part).keys()]
}

function groupsOf(part) {
  const groups = new Map()
  let heading = null
  for (const line of part.split('\n')) {
    const [, named] = /^### (.+)$/.exec(line) ?? []
    if (named !== undefined) heading = named
    if (named !== undefined && !order.includes(named))
      throw new Error(`"### ${named}" is not a heading of a changelog. Use ${order.join(', ')}.`)
    if (named !== undefined || line.trim() === '') continue
    if (heading === null) throw new Error(`"${line}" stands under no heading of the changelog.`)
    groups.set(heading, [...(groups.get(heading) ?? []), line])
  }
  return groups
}
