#!/bin/sh
# Boots a real systemd with the units of deploy/ and nothing else, as process 1 of namespaces of its own, and ends with its
# caller. PROJECT is the project's folder, STATE one with the folders
# lib for /var/lib and dist, and the file settings, GROUP a control group to make; the network is this machine's.
set -eu
if [ "${1:-}" != inside ]; then
  # A group of its own keeps the machine's service manager and this one apart.
  mkdir "$GROUP"
  echo $$ > "$GROUP/cgroup.procs"
  exec unshare --fork --kill-child --pid --mount --uts --ipc --cgroup "$0" inside
fi

mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs tmpfs /run
mkdir -p /run/units /run/upper /run/work /run/cache
for target in basic multi-user network-online paths shutdown slices sockets sysinit timers umount; do
  cp "/lib/systemd/system/$target.target" /run/units/
done
cp "$PROJECT"/deploy/*.service /run/units/

cp /etc/passwd /etc/group /run/
echo 'second-mile:x:990:990::/srv/second-mile:/usr/sbin/nologin' >> /run/passwd
echo 'second-mile:x:990:' >> /run/group
mount --bind /run/passwd /etc/passwd
mount --bind /run/group /etc/group

mount -t tmpfs tmpfs /srv
mkdir /srv/second-mile
mount -t overlay overlay -o "lowerdir=$PROJECT,upperdir=/run/upper,workdir=/run/work" /srv/second-mile
rm -rf /srv/second-mile/dist
cp -r "$STATE/dist" /srv/second-mile/dist
cp "$STATE/settings" /srv/second-mile/.env
chown 0:990 /srv/second-mile/.env
chmod 640 /srv/second-mile/.env
mount --bind "$STATE/lib" /var/lib
mount --bind /run/cache /var/cache

umount --lazy /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
export container=unshare SYSTEMD_UNIT_PATH=/run/units
exec /lib/systemd/systemd --system --unit=multi-user.target --log-target=console --show-status=0 \
  --default-standard-output=inherit
