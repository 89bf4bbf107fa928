import { escapeInvisible } from '@vaultwright/base'
import { behindArguments, type CallDescription, marksOf, markWords } from '@vaultwright/protocols'
import { ArgumentList } from '../part/text/argument-list.tsx'
import facts from '../style/fact.module.css'

/** The effect of a call, from its bytes: a sentence, then every argument by name, in units and base units. */
export function DescriptionView({ description }: { readonly description: CallDescription }) {
  const { sentences, arguments: values, trailing } = description
  const isTailShown = values.some(({ within }) => within === behindArguments)
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence} className={facts.sentence}>
          {escapeInvisible(sentence)}
        </p>
      ))}
      <ArgumentList
        values={values.map(({ path, text, mark }) => ({
          path,
          text,
          note: mark === null ? null : markWords[mark],
        }))}
      />
      {trailing === '0x' || isTailShown ? null : (
        <p className={facts.bad}>
          {trailing.length / 2 - 1} bytes after the arguments: {trailing}
        </p>
      )}
      {marksOf(description)
        .filter(({ name }) => name === 'target' || name === 'token' || name === 'calldata')
        .map(({ name, text }) => (
          <p key={text} className={name === 'calldata' ? facts.look : facts.bad}>
            {text}
          </p>
        ))}
    </>
  )
}
