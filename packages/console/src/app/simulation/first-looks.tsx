import type { SimulationPage } from '@vaultwright/wire'
import { Verdict } from '../part/verdict.tsx'
import { firstLooksOf } from './record-text.ts'

/** The most values that are called out. */
const mostLooks = 20

/** Values of the calldata that deserve the first look. */
export function FirstLooks({ page }: { readonly page: SimulationPage }) {
  const looks = firstLooksOf(page)
  if (looks.length === 0) return null
  return (
    <Verdict tone="look" title="Look at these first">
      <ul>
        {looks.slice(0, mostLooks).map(({ place, name, text }) => (
          <li key={place + name}>
            {place}, {name}: {text}
          </li>
        ))}
        {looks.length > mostLooks ? (
          <li>and {looks.length - mostLooks} more, marked at their calls</li>
        ) : null}
      </ul>
    </Verdict>
  )
}
