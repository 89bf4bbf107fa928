// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Holds for each receiver whose word verifies a message; what is not set is the owner's default.
/// @dev Nothing waits for confirmations.
contract ReceiveLibrary is Ownable {
    struct UlnConfig {
        uint64 confirmations;
        uint8 requiredDVNCount;
        uint8 optionalDVNCount;
        uint8 optionalDVNThreshold;
        address[] requiredDVNs;
        address[] optionalDVNs;
    }

    /// @notice Stands for none where zero stands for the default.
    uint8 public constant NONE = 255;

    address public immutable endpoint;
    mapping(address receiver => mapping(uint32 eid => UlnConfig)) internal _configs;
    mapping(uint32 eid => UlnConfig) internal _defaults;
    mapping(bytes32 payloadHash => mapping(address dvn => bool)) public hasVerified;

    event UlnConfigSet(address oapp, uint32 eid, UlnConfig config);
    event DefaultUlnConfigSet(uint32 eid, UlnConfig config);
    event PayloadVerified(address dvn, bytes32 payloadHash);

    error LZ_ULN_OnlyEndpoint();

    constructor(address endpoint_, address owner) Ownable(owner) {
        endpoint = endpoint_;
    }

    function setUlnConfig(address receiver, uint32 eid, UlnConfig memory config) external {
        if (msg.sender != endpoint) revert LZ_ULN_OnlyEndpoint();
        _configs[receiver][eid] = config;
        emit UlnConfigSet(receiver, eid, config);
    }

    function setDefaultUlnConfig(uint32 eid, UlnConfig memory config) external onlyOwner {
        _defaults[eid] = config;
        emit DefaultUlnConfigSet(eid, config);
    }

    /// @notice A verifier says that it saw the message.
    function verify(bytes32 payloadHash) external {
        hasVerified[payloadHash][msg.sender] = true;
        emit PayloadVerified(msg.sender, payloadHash);
    }

    function isVerified(address receiver, uint32 eid, bytes32 payloadHash)
        external
        view
        returns (bool)
    {
        UlnConfig memory config = getUlnConfig(receiver, eid);
        for (uint256 i; i < config.requiredDVNs.length; ++i) {
            if (!hasVerified[payloadHash][config.requiredDVNs[i]]) return false;
        }
        uint256 count;
        for (uint256 i; i < config.optionalDVNs.length; ++i) {
            if (hasVerified[payloadHash][config.optionalDVNs[i]]) ++count;
        }
        bool hasAny = config.requiredDVNs.length + config.optionalDVNThreshold > 0;
        return hasAny && count >= config.optionalDVNThreshold;
    }

    /// @notice The verifiers that count: the receiver's, and the default where it set none.
    function getUlnConfig(address receiver, uint32 eid)
        public
        view
        returns (UlnConfig memory config)
    {
        config = _configs[receiver][eid];
        UlnConfig memory usual = _defaults[eid];
        if (config.confirmations == 0) config.confirmations = usual.confirmations;
        if (config.requiredDVNCount == 0) {
            config.requiredDVNCount = usual.requiredDVNCount;
            config.requiredDVNs = usual.requiredDVNs;
        } else if (config.requiredDVNCount == NONE) {
            config.requiredDVNCount = 0;
        }
        if (config.optionalDVNCount == 0) {
            config.optionalDVNCount = usual.optionalDVNCount;
            config.optionalDVNThreshold = usual.optionalDVNThreshold;
            config.optionalDVNs = usual.optionalDVNs;
        } else if (config.optionalDVNCount == NONE) {
            config.optionalDVNCount = 0;
            config.optionalDVNThreshold = 0;
        }
    }

    /// @notice The receiver's own settings, zeros where the default counts.
    function getAppUlnConfig(address receiver, uint32 eid)
        external
        view
        returns (UlnConfig memory)
    {
        return _configs[receiver][eid];
    }
}
