import { useBlocker } from '@tanstack/react-router'
import { Button } from '../part/button.tsx'
import { CopyText } from '../part/copy-text.tsx'
import { Dialog } from '../part/dialog.tsx'
import { downloadFile } from '../part/download.ts'
import styles from './settings.module.css'

/** Something that is shown this once: a key, or a link. */
export type Secret = {
  readonly title: string
  /** The consequence of not keeping it. */
  readonly note: string
  readonly text: string
  readonly fileName: string
  /** A command that works with it; null for what is not for a command. */
  readonly command: string | null
}

/** Shows a secret once. It closes by its button alone, and leaving the page asks. */
export function SecretDialog(props: { readonly secret: Secret; readonly close: () => void }) {
  const { secret, close } = props
  const { title, note, text, fileName, command } = secret
  useBlocker({
    shouldBlockFn: () => !confirm('It is shown this once. Leave without keeping it?'),
    enableBeforeUnload: true,
  })
  return (
    <Dialog title={title} isOpen>
      <p>{note}</p>
      <code className={styles.secret}>{text}</code>
      {command === null ? null : (
        <div>
          <p className="note">Try it:</p>
          <code className={styles.secret}>{command}</code>
        </div>
      )}
      <div className={styles.buttons}>
        {command === null ? null : <CopyText name="Copy the command" value={command} />}
        <CopyText name="Copy" value={text} />
        <Button onClick={() => downloadFile(fileName, `${text}\n`)}>Download</Button>
        <Button look="primary" onClick={close}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  )
}
