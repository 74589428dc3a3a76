export const ProfileDialog = (_props: { onClose: () => void }) => null
