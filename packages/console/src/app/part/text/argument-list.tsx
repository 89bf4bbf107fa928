import { escapeInvisible } from '@vaultwright/base'
import facts from '../../style/fact.module.css'
import { Term } from './term.tsx'

/** An argument in words, and why it deserves a look; null where it does not. */
type ShownArgument = {
  readonly path: string
  readonly text: string
  readonly note: string | null
}

/** Every argument of a call by name, in units and base units. */
export function ArgumentList({ values }: { readonly values: readonly ShownArgument[] }) {
  return (
    <dl className={facts.terms}>
      {values.map(({ path, text, note }) => (
        <Term key={path} name={path}>
          {escapeInvisible(text)}
          {note === null ? null : <strong className={facts.unusual}> {note}</strong>}
        </Term>
      ))}
    </dl>
  )
}
