import { RecordPage } from '../../records/record-page.js'

/** The platform's help videos, as a part of another page: form and table. */
export const HelpList = () => <RecordPage name="help" level={2} />
