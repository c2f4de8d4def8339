#!/bin/sh
# Runs a command as a container would: in the folder IMAGE as its root, with the programs of this machine below it, in
# namespaces of its own but on this machine's network. MODE is build, as root, or run, as the user node and with nothing to
# write but /tmp and the folder DATA as /data; ENVFILE is then /app/.env. BASE has what the base image adds to Debian: local
# for /usr/local, passwd and group. A build sees this user's home, where npm has its cache and settings.
set -eu
if [ "${1:-}" != inside ]; then
  exec unshare --fork --kill-child --pid --mount --ipc --uts "$0" inside "$@"
fi
shift

mount --make-rprivate /
mount --bind "$IMAGE" "$IMAGE"
for folder in usr bin sbin lib lib32 lib64 etc; do
  if [ -L "/$folder" ]; then
    ln -sfn "$(readlink "/$folder")" "$IMAGE/$folder"
  elif [ -d "/$folder" ]; then
    mkdir -p "$IMAGE/$folder"
    mount --bind "/$folder" "$IMAGE/$folder"
    mount -o remount,bind,ro "$IMAGE/$folder"
  fi
done
mount --bind "$BASE/local" "$IMAGE/usr/local"
mount --bind "$BASE/passwd" "$IMAGE/etc/passwd"
mount --bind "$BASE/group" "$IMAGE/etc/group"
mkdir -p "$IMAGE/proc" "$IMAGE/dev" "$IMAGE/tmp"
mount -t proc proc "$IMAGE/proc"
mount --rbind /dev "$IMAGE/dev"
mount -t tmpfs -o size=64m tmpfs "$IMAGE/dev/shm"
mount -t tmpfs tmpfs "$IMAGE/tmp"

if [ "$MODE" = build ]; then
  mkdir -p "$IMAGE/root"
  mount --bind "$HOME" "$IMAGE/root"
  exec chroot "$IMAGE" env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin "$@"
fi
mount --bind "$DATA" "$IMAGE/data"
touch "$IMAGE/app/.env"
mount --bind "$ENVFILE" "$IMAGE/app/.env"
mount -o remount,bind,ro "$IMAGE/app/.env"
mount -o remount,bind,ro "$IMAGE"
exec chroot "$IMAGE" setpriv --reuid=node --regid=node --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
  env -i HOME=/home/node PATH=/usr/local/bin:/usr/bin:/bin "$@"
