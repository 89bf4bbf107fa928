// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {Test} from "forge-std/Test.sol";
import {CooldownSilo} from "../../src/double/erc4626/CooldownSilo.sol";
import {CooldownVault} from "../../src/double/erc4626/CooldownVault.sol";
import {Vault4626} from "../../src/double/erc4626/Vault4626.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";

contract Vault4626Test is Test {
    address private constant BOB = address(0xB0B);

    MintableToken private token;
    Vault4626 private vault;
    CooldownVault private staked;

    function setUp() public {
        token = new MintableToken(address(this), "USDe", "USDe", 18);
        vault = new Vault4626(address(this), address(token), "Lent USDe", "lUSDe");
        staked = new CooldownVault(address(this), address(token), "Staked USDe", "sUSDe", 7 days);
        token.approve(address(vault), type(uint256).max);
        token.approve(address(staked), type(uint256).max);
    }

    function testFuzz_depositYieldRedeemIsConserved(uint96 assets, uint96 yield) public {
        assets = uint96(bound(assets, 1, type(uint96).max));
        token.mint(address(this), uint256(assets) + yield);
        vm.expectEmit(address(vault));
        emit IERC4626.Deposit(address(this), BOB, assets, assets);
        uint256 shares = vault.deposit(assets, BOB);
        vault.donateYield(yield);
        assertEq(vault.totalAssets(), uint256(assets) + yield);
        vm.prank(BOB);
        uint256 back = vault.redeem(shares, BOB, BOB);
        assertEq(token.balanceOf(BOB), back);
        assertEq(back + vault.totalAssets(), uint256(assets) + yield);
        // The virtual share keeps its part of the yield: at most a share's worth and rounding.
        assertGe(back + 1 + uint256(yield) / (uint256(assets) + 1) + 1, uint256(assets) + yield);
    }

    function test_lossLowersTheSharePrice() public {
        token.mint(address(this), 100e18);
        vault.deposit(100e18, address(this));
        vm.expectEmit(address(vault));
        emit Vault4626.LossTaken(10e18);
        vault.takeLoss(10e18);
        assertApproxEqAbs(vault.convertToAssets(1e18), 0.9e18, 1);
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BOB));
        vault.takeLoss(1);
    }

    function testFuzz_cooldownPaysOnceAndOnlyInTime(uint96 assets, uint96 part, uint32 wait)
        public
    {
        assets = uint96(bound(assets, 2, type(uint96).max));
        part = uint96(bound(part, 1, assets));
        wait = uint32(bound(wait, 0, 6 days));
        token.mint(address(this), assets);
        staked.deposit(assets, address(this));
        staked.cooldownAssets(part);
        assertEq(token.balanceOf(address(staked.silo())), part);
        assertEq(staked.totalAssets(), uint256(assets) - part);
        vm.warp(block.timestamp + wait);
        vm.expectRevert(CooldownVault.InvalidCooldown.selector);
        staked.unstake(BOB);
        vm.warp(block.timestamp + 7 days);
        staked.unstake(BOB);
        staked.unstake(BOB);
        assertEq(token.balanceOf(BOB), part);
        assertEq(token.balanceOf(address(staked.silo())), 0);
    }

    function test_cooldownsAddUpAndStartAnew() public {
        token.mint(address(this), 100);
        staked.deposit(100, address(this));
        staked.cooldownShares(30);
        vm.warp(block.timestamp + 5 days);
        staked.cooldownShares(20);
        (uint104 end, uint152 amount) = staked.cooldowns(address(this));
        assertEq(end, block.timestamp + 7 days);
        assertEq(amount, 50);
    }

    function test_cooldownRefusals() public {
        token.mint(address(this), 100);
        staked.deposit(100, address(this));
        vm.expectRevert(CooldownVault.OperationNotAllowed.selector);
        staked.withdraw(1, address(this), address(this));
        vm.expectRevert(CooldownVault.OperationNotAllowed.selector);
        staked.redeem(1, address(this), address(this));
        vm.expectRevert(CooldownVault.ExcessiveWithdrawAmount.selector);
        staked.cooldownAssets(101);
        vm.expectRevert(CooldownVault.ExcessiveRedeemAmount.selector);
        staked.cooldownShares(101);
        CooldownSilo silo = staked.silo();
        vm.expectRevert(CooldownSilo.OnlyStakingVault.selector);
        silo.withdraw(BOB, 1);
        vm.expectRevert(CooldownVault.InvalidCooldown.selector);
        staked.setCooldownDuration(91 days);
    }

    function test_withoutACooldownItIsAPlainVault() public {
        token.mint(address(this), 100);
        staked.deposit(100, address(this));
        staked.cooldownShares(40);
        staked.setCooldownDuration(0);
        staked.unstake(BOB);
        staked.redeem(60, BOB, address(this));
        assertEq(token.balanceOf(BOB), 100);
        vm.expectRevert(CooldownVault.OperationNotAllowed.selector);
        staked.cooldownAssets(0);
    }
}
