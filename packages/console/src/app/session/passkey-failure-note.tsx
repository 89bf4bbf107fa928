import { Failure } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import { passkeySentenceOf } from './passkey-failure.ts'

/** Why a passkey did not sign in: the browser's reason or the service's. */
export function PasskeyFailureNote(props: { readonly title: string; readonly error: unknown }) {
  const { title, error } = props
  const sentence = passkeySentenceOf(error)
  return (
    <div role="alert">
      {sentence === null ? (
        <Failure title={title} error={error} />
      ) : (
        <Verdict tone="look" title={title}>
          <p>{sentence}</p>
        </Verdict>
      )}
    </div>
  )
}
