export function releasesOf(text: string): readonly string[]
export function unreleasedHeadings(text: string): readonly string[]
export function releaseChangelog(
  text: string,
  options: { readonly version: string; readonly date: string },
): { readonly section: string; readonly text: string }
