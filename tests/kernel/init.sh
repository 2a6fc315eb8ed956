#!/bin/sh
# The first process in the kernel of run.sh: devices are made up, the tests run, the machine is switched off.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs tmp /tmp
mount -t tmpfs shm /dev/shm
mount -t configfs config /sys/kernel/config
mkdir -p /tmp/scratch
mount -t hostfs -o "$TABLE_SCRATCH" none /tmp/scratch
ip link set lo up 2>/dev/null
cd "$TABLE_HERE" || exit

pins=/sys/kernel/config/gpio-sim/header
mkdir -p $pins/bank
echo 54 >$pins/bank/num_lines
echo pinctrl-bcm2711 >$pins/bank/label          # as a Pi 4 names its header
echo 1 >$pins/live

usb=/sys/kernel/config/usb_gadget/node
mkdir -p $usb
echo 0x2e8a >$usb/idVendor                      # as a Pico shows itself
echo 0x000a >$usb/idProduct
mkdir -p $usb/strings/0x409 $usb/configs/c.1 $usb/functions/acm.0
echo E660583883724B2C >$usb/strings/0x409/serialnumber
ln -s $usb/functions/acm.0 $usb/configs/c.1/
ls /sys/class/udc >$usb/UDC

export PYTHONDONTWRITEBYTECODE=1 RPI_LGPIO_REVISION=c03115 TABLE_HAS_DEVICES=1
for chip in /dev/gpiochip*; do export RPI_LGPIO_CHIP=${chip#/dev/gpiochip}; done
sh -c "$(cat /tmp/scratch/command)"
echo $? >/tmp/scratch/status
sync
busybox poweroff -f
