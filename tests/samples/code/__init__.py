"""Small sources, one a language, with what their outline and their summary must show."""

from __future__ import annotations

PYTHON = '''\
import os
import re
import sys
import json

# Reads lines.
# Slowly.
@final
class Reader(
    Base,
):
    """A reader."""

    size: int = 0

    # one line
    @property
    def line(self):
        """Give one."""
        def inner():
            return 1
        return inner()

    @line.setter
    def line(self, value):
        self.value = value


async def read(path):
    data = 1
    data += 2
    data += 3
    return data


NAMES = [
    "a",
    "b",
    "c",
]
'''
TYPESCRIPT = """\
import { a } from "./a";
import { b } from "./b";
import { c } from "./c";
import { d } from "./d";

/** What is bought. */
export abstract class Cart<T> extends Base {
  private items: T[] = [];

  constructor(private name: string) {
    super();
  }

  add(item: T): this;
  add(item: T, count = 1): this {
    this.items.push(item);
    return this;
  }

  handler = () => {
    return 1;
  };
}

export interface Shape {
  area(): number;
}

export const total = (values: number[]): number => {
  let sum = 0;
  for (const v of values) sum += v;
  return sum;
};

type Id = string;
enum Colour { Red, Green }
namespace N { export function inside(): void {} }
"""
RUST = """\
use std::fs;
use std::io;
use std::env;
use std::path;
use std::fmt;

/// A point.
#[derive(Debug)]
pub struct Point {
    x: i32,
    y: i32,
}

impl<T> fmt::Display for Wrapper<T> {
    fn fmt(&self) -> i32 {
        1
    }
}

pub trait Shape {
    fn area(&self) -> f64;
}

mod inner {
    pub fn deep() {}
}

macro_rules! square { ($x:expr) => { $x * $x }; }
"""
GO = """\
package main

import "fmt"

// Point is a point.
type Point struct {
	X int
	Y int
}

// Len measures.
func (p *Point) Len() int {
	fmt.Println(p)
	return p.X
}

func main() {
	p := Point{}
	p.Len()
}
"""
C = """\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

/* A list. */
struct list {
    int value;
    struct list *next;
};

typedef struct { int x; } point;

static int *
find(struct list *head, int value)
{
    while (head)
        head = head->next;
    return 0;
}

enum colour { RED, GREEN };
"""
CPP = """\
namespace shop {

template <typename T>
class Cart {
public:
    Cart();
    void add(T item) {
        items.push_back(item);
    }
    ~Cart();
};

}  // namespace shop

void shop::Cart::clear(int n)
{
    for (;;)
        n++;
}
"""
CSHARP = """\
using System;
using System.IO;
using System.Linq;
using System.Text;

namespace Shop
{
    /// <summary>What is bought.</summary>
    [Serializable]
    public class Cart
    {
        public int Total { get; set; }

        public Cart(int n)
        {
            Total = n;
        }

        public void Add(int n) => Total += n;
    }

    public interface IShape { double Area(); }
}
"""
JAVA = """\
package shop;

import java.util.A;
import java.util.B;
import java.util.C;
import java.util.D;

/**
 * What is bought.
 */
@Deprecated
public class Cart {
    private int total;

    public Cart(int n) {
        total = n;
    }

    @Override
    public String toString() {
        return "x";
    }

    enum Kind { A, B }
}

interface Shape { double area(); }
"""
RUBY = """\
require "json"

# What is bought.
module Shop
  class Cart
    def initialize(name)
      @name = name
    end

    # Adds.
    def add(item)
      @items << item
      @count += 1
      log item
      self
    end

    def self.build = new("x")
  end
end
"""
PHP = """\
<?php
namespace Shop;

use A;
use B;
use C;
use D;

/** What is bought. */
#[Attr]
class Cart
{
    public function add(int $n): self
    {
        $this->n = $n;
        return $this;
    }
}

function total(array $values): int {
    $sum = 0;
    foreach ($values as $v) $sum += $v;
    return $sum;
}
"""
BASH = """\
#!/bin/bash
# Prints help.
usage() {
  echo one
  echo two
}

function run {
  if true; then
    usage
  fi
}
run "$@"
"""
CSS = """\
/* Buttons. */
.button,
.link {
  color: red;
  border: 0;
}

@media print {
  .button { display: none }
}
"""
KOTLIN = """\
package shop

class Cart(val name: String) {
    fun add(n: Int): Int {
        val x = n
        return x
    }
}

fun main() {
    println("x")
}
"""
SWIFT = """\
import Foundation

// What is bought.
class Cart {
    init(n: Int) {
        self.n = n
    }

    func add(n: Int) -> Int {
        return n
    }
}

protocol Shape {
    func area() -> Double
}
"""
SCALA = """\
package shop

object Main {
  def main(args: Array[String]): Unit = {
    println("x")
    println("y")
  }
}

trait Shape {
  def area: Double
}
"""
LUA = """\
local M = {}

-- Adds.
function M.add(a, b)
  local c = a + b
  return c
end

function M:sub(a)
  return a
end

local run = function()
  return 1
end
"""

SOURCES = {
    "a.py": PYTHON, "a.ts": TYPESCRIPT, "a.rs": RUST, "a.go": GO, "a.c": C, "a.cpp": CPP, "a.cs": CSHARP, "a.java": JAVA, "a.rb": RUBY,
    "a.php": PHP, "a.sh": BASH, "a.css": CSS, "a.kt": KOTLIN, "a.swift": SWIFT, "a.scala": SCALA, "a.lua": LUA,
}  # fmt: skip
